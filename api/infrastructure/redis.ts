import { Redis } from 'ioredis'

/** Caches must be valid again within a second after an outage. */
const LONGEST_RETRY_MS = 500

/**
 * Creates a client of Redis or Valkey that reconnects by itself; call `connect()`. A command fails at
 * once while disconnected, and after a second without an answer, which closes the connection.
 */
export function createRedis(url: string): Redis {
  // ioredis takes a URL of another scheme for the path of a socket.
  const redis = new Redis(url.replace(/^valkey/, 'redis'), {
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

/** Meaning and cure of the first error of a connection. */
const REASONS: readonly [RegExp, string][] = [
  [
    /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ECONNRESET/,
    'cannot be reached. Start Redis or Valkey there, or correct host and port',
  ],
  [/ENOTFOUND|EAI_AGAIN/, 'has a host name that cannot be resolved. Correct the host'],
  [
    /WRONGPASS|NOAUTH/,
    'refuses the user or password. Correct them; percent-encode @ # / ? % in the password',
  ],
  [/NOPERM/, 'denies a command to its user. Allow PUBLISH and SUBSCRIBE on channels tidemark:*'],
  [
    /delivers no message/,
    'accepts SUBSCRIBE and delivers no message. Name one server, not several behind one address',
  ],
  [
    /timeout|ETIMEDOUT/i,
    'does not answer in time. Correct host, port and scheme (rediss and valkeys are TLS), or open the firewall',
  ],
  [
    /CERT|certificate/i,
    'has a certificate that is not trusted here. Use the name in the certificate and a known authority',
  ],
]

/** The error of a first connection as one line with setting, address and cure, without user and password. */
export function explainRedisError(error: unknown, url: string): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const message = error instanceof Error ? `${code} ${error.message}` : String(error)
  const reason = REASONS.find(([pattern]) => pattern.test(message))?.[1]
  const { protocol, hostname, port } = new URL(url)
  const address = `${protocol}//${hostname}:${port || 6379}`
  const text = reason ?? 'ends the connection. Is Redis or Valkey there? Correct host and port'
  return new Error(`BUS_URL: ${address} ${text}.`, { cause: error })
}
