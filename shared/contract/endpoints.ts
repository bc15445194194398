/**
 * Constants of the API that clients need at once. Apart from the schemas, which would put the schema
 * library into the first download.
 */

/** Path of the WebSocket stream. */
export const STREAM_PATH = '/api/v1/stream'

/** Maximum milliseconds between stream messages; clients reconnect after twice this silence. */
export const STREAM_HEARTBEAT_MS = 10_000

/**
 * Text messages from a client of the stream: summaries with or without the newest votes, and every price or
 * one a second; alerts of a session.
 */
export const STREAM_REQUESTS = {
  votes: 'votes',
  noVotes: 'no votes',
  prices: 'prices',
  noPrices: 'no prices',
  /** Followed by a space and an access token. */
  alerts: 'alerts',
  noAlerts: 'no alerts',
  /** Followed by a space, `vote` or `post`, a space and an id, and more of them: changes of these threads only. */
  thread: 'thread',
  noThread: 'no thread',
} as const

/** Threads whose changes one stream brings at most. */
export const STREAM_THREADS_MAX = 8

/** Path of the analytics endpoint. */
export const EVENTS_PATH = '/api/v1/events'

/** Path of the endpoint for errors of clients. */
export const ERROR_REPORTS_PATH = '/api/v1/error-reports'

/** Path of the public settings, which say whether errors are wanted. */
export const SITE_PATH = '/api/v1/site'

/** Maximum number of hourly candles stored and served (125 days). */
export const CANDLES_MAX = 3000

/** Number of hourly candles of the last seven days, with the one at their start. */
export const WEEK_CANDLES = 7 * 24 + 1

/** Rounds of a page of their list: ten weeks. */
export const ROUNDS_PAGE_SIZE = 20

/** Path of the public keys that sign receipts. */
export const KEYS_PATH = '/.well-known/tidemark-keys.json'

/** Paths of the log: c2sp.org/tlog-tiles, and what is beside it. */
export const LOG_PATHS = {
  /** Prefix of the tiles. */
  prefix: '/log',
  /** The newest checkpoint. */
  checkpoint: '/log/checkpoint',
  /** Checkpoints by their size, as the log has signed them, and with `.ots` their timestamps. */
  checkpoints: '/log/checkpoints',
  tiles: '/log/tile',
  /** Receipts behind the entries of a settled round, by the UTC day of its reference: `/log/openings/2026-11-19`. */
  openings: '/log/openings',
  /** Name, keys and witnesses of the log. */
  policy: '/.well-known/tidemark-log.json',
} as const
