import { createRedis, explainRedisError } from '#api/infrastructure/redis.ts'
import { addressOf, type EventTransport } from './event-bus.ts'

const MAX_BYTES = 64 * 1024

/** Events through a channel of Redis or Valkey; a subscriber needs a connection of its own. */
export function createRedisEvents(url: string, channel: string): EventTransport {
  const subscriber = createRedis(url)
  const publisher = createRedis(url)
  let isSubscribed = false
  let isConnected = false
  let lastSend: Promise<unknown> = Promise.resolve()

  const subscribe = async () => {
    await subscriber.subscribe(channel)
    isSubscribed = true
  }

  return {
    address: addressOf(url),
    maxBytes: MAX_BYTES,
    async start({ onMessage, onDisconnect, onReconnect }) {
      // connect() rejects with "Connection is closed." whatever the reason.
      let firstError: unknown
      const onError = (error: unknown) => {
        firstError ??= error
      }
      for (const client of [subscriber, publisher]) client.once('error', onError)
      subscriber.on('message', (_channel, message) => onMessage(message))
      try {
        await Promise.all([subscriber.connect(), publisher.connect()])
        await subscribe()
      } catch (error) {
        subscriber.disconnect()
        publisher.disconnect()
        throw explainRedisError(firstError ?? error, url)
      }
      isConnected = true
      const update = () => {
        const now = isSubscribed && publisher.status === 'ready'
        if (now === isConnected) return
        isConnected = now
        if (now) onReconnect()
        else onDisconnect(new Error('the connection closed'))
      }
      publisher.on('close', update)
      publisher.on('ready', update)
      subscriber.on('close', () => {
        isSubscribed = false
        update()
      })
      // Subscribed by hand, because ioredis does not report when its own resubscription is done.
      subscriber.on('ready', () => void subscribe().then(update, () => subscriber.disconnect(true)))
    },
    send(message) {
      // A publish that fails closes the connection, and the reconnection invalidates all caches.
      lastSend = publisher.publish(channel, message).catch(() => {})
    },
    async stop() {
      subscriber.removeAllListeners('close')
      publisher.removeAllListeners('close')
      await lastSend
      await Promise.all([subscriber.quit(), publisher.quit()].map((end) => end.catch(() => {})))
      subscriber.disconnect()
      publisher.disconnect()
    },
  }
}
