import type { Clock } from '#api/infrastructure/clock.ts'
import { createRedis, explainRedisError } from '#api/infrastructure/redis.ts'
import { createEcho } from './echo.ts'
import { addressOf, type EventTransport, type TransportHandlers } from './transport.ts'

const MAX_BYTES = 64 * 1024

/** Events through a channel of Redis or Valkey; a subscriber needs a connection of its own. */
export function createRedisEvents(url: string, channel: string, clock: Clock): EventTransport {
  const subscriber = createRedis(url)
  const publisher = createRedis(url)
  const clients = [subscriber, publisher]
  /** A channel of its own, because older instances reject messages that they do not know. */
  const echoChannel = `${channel}:echo`
  const echo = createEcho(clock, 'it accepts SUBSCRIBE and delivers no message')
  const sendEcho = (message: string) => publisher.publish(echoChannel, message)
  /** Open connections, without those that `reset` closes. */
  const ready = new Set(clients)
  const areReady = () => ready.size === clients.length
  let handlers: TransportHandlers | null = null
  let isConnected = false
  let stopEchoes = () => {}
  let lastSend: Promise<unknown> = Promise.resolve()

  /** Reconnects both: the one that still looks alive may lead to a server that was replaced. */
  const reset = (error: Error) => {
    for (const client of ready) client.disconnect(true)
    ready.clear()
    stopEchoes()
    echo.cancel(error)
    if (!isConnected) return
    isConnected = false
    handlers?.onDisconnect(error)
  }

  const onFailure = (error: unknown) => {
    // Else a connection has closed, which has been handled.
    if (areReady()) reset(error instanceof Error ? error : new Error(String(error)))
  }

  // Subscribed by hand, because ioredis does not report when its own resubscription is done.
  const join = async () => {
    await subscriber.subscribe(channel, echoChannel)
    if (!areReady()) return
    await echo.prove(sendEcho)
    if (!areReady()) return
    isConnected = true
    stopEchoes = echo.repeat(sendEcho, onFailure)
  }

  return {
    address: addressOf(url),
    maxBytes: MAX_BYTES,
    async start(given) {
      handlers = given
      // connect() rejects with "Connection is closed." whatever the reason.
      let firstError: unknown
      const onError = (error: unknown) => {
        firstError ??= error
      }
      for (const client of clients) client.once('error', onError)
      subscriber.on('message', (to, message) => {
        if (to === channel) given.onMessage(message)
        else echo.receive(message)
      })
      try {
        await Promise.all(clients.map((client) => client.connect()))
        await join()
      } catch (error) {
        for (const client of clients) client.disconnect()
        throw explainRedisError(firstError ?? error, url)
      }
      for (const client of clients) {
        client.on('close', () => {
          if (ready.delete(client)) reset(new Error('the connection closed'))
        })
        client.on('ready', () => {
          ready.add(client)
          if (areReady()) join().then(() => isConnected && given.onReconnect(), onFailure)
        })
      }
    },
    send(message) {
      // A publish that fails closes the connection, and the reconnection invalidates all caches.
      lastSend = publisher.publish(channel, message).catch(() => {})
    },
    async stop() {
      ready.clear()
      stopEchoes()
      for (const client of clients) client.removeAllListeners('ready')
      await lastSend
      await Promise.all(clients.map((client) => client.quit().catch(() => {})))
      for (const client of clients) client.disconnect()
    },
  }
}
