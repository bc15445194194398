import { RedisClient, type RedisOptions } from 'bun'
import { addressOf } from './address.ts'
import type { Connector } from './transport.ts'

/**
 * Bun's client comes back by itself without its subscriptions, and does not say so: a lost connection
 * ends here, and a new one is made from the start.
 */
const OPTIONS: RedisOptions = {
  autoReconnect: false,
  enableOfflineQueue: false,
  connectionTimeout: 5_000,
}
const MAX_BYTES = 64 * 1024

/** Connects to a Redis or Valkey: once to hear `channel`, once to speak on it. */
export function redisConnector(url: string, channel: string): Connector {
  return {
    address: addressOf(url),
    maxBytes: MAX_BYTES,
    async connect({ onMessage, onEnd }) {
      const hearing = new RedisClient(url, OPTIONS)
      const speaking = new RedisClient(url, OPTIONS)
      const clients = [hearing, speaking]
      const close = async () => {
        for (const client of clients) client.close()
      }
      for (const client of clients) {
        client.onclose = (error) => {
          void close()
          onEnd(error)
        }
      }
      try {
        await Promise.all(clients.map((client) => client.connect()))
        await hearing.subscribe(channel, (payload) => onMessage(payload))
      } catch (error) {
        await close()
        throw error
      }
      return {
        send: async (payload) => {
          await speaking.publish(channel, payload)
        },
        close,
      }
    },
  }
}
