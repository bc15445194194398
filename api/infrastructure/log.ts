import pino, { type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/** Properties that are redacted, up to two levels deep. */
const SECRET_PATHS = [
  'authorization',
  'token',
  'tokenId',
  'accessToken',
  'refreshToken',
  'jwtSecret',
  'databaseUrl',
  'databaseDirectUrl',
  'email',
].flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

/** Properties of database errors that quote row values. */
const QUOTING_PATHS = ['err.detail', 'err.where', 'err.internalQuery']

/** Logs JSON lines to standard output, or to `destination`. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: [...SECRET_PATHS, ...QUOTING_PATHS], censor: '[hidden]' },
  }
  return destination ? pino(options, destination) : pino(options)
}
