import pino, { type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/** What must never be written, wherever it turns up in a logged object. */
const SECRET_PATHS = [
  'authorization',
  'token',
  'tokenId',
  'accessToken',
  'refreshToken',
  'jwtSecret',
  'databaseUrl',
  'email',
].flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

/** Where an error of the database quotes values of rows. */
const QUOTING_PATHS = ['err.detail', 'err.where', 'err.internalQuery']

/** Structured logs, one JSON line each, on standard output or `destination`. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: [...SECRET_PATHS, ...QUOTING_PATHS], censor: '[hidden]' },
  }
  return destination ? pino(options, destination) : pino(options)
}
