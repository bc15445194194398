import pino, { type Logger } from 'pino'

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

/** Structured logs, one JSON line each, on standard output. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_PATHS, censor: '[hidden]' },
  })
}
