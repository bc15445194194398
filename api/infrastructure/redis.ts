import { Redis } from 'ioredis'

/** Caches must be valid again within a second after an outage. */
const LONGEST_RETRY_MS = 500

/**
 * Creates a client of Redis or Valkey that reconnects by itself; call `connect()`. A command fails at
 * once while disconnected, and after a second without an answer, which closes the connection.
 */
export function createRedis(url: string): Redis {
  // ioredis takes a URL of another scheme for the path of a socket.
  const redis = new Redis(url.replace(/^valkey:/, 'redis:'), {
    lazyConnect: true,
    enableOfflineQueue: false,
    enableAutoPipelining: true,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 5_000,
    socketTimeout: 1_000,
    retryStrategy: (attempt) => Math.min(attempt * 50, LONGEST_RETRY_MS),
  })
  // Without a listener ioredis logs each failed attempt to the console.
  redis.on('error', () => {})
  return redis
}
