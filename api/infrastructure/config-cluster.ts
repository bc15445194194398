import { ConfigError, url, wholeNumber } from './config-readers.ts'

/** One of several processes that a supervisor started on one port. */
export interface ChildMark {
  /** From 1. */
  number: number
  /** Where the supervisor runs the embedded sign-in; null where people sign in with Google. */
  signInIssuer: string | null
}

/** Set by the supervisor for its children, and by nobody else: `<number> <issuer>`. */
const MARK = 'TIDEMARK_CHILD'
const MOST_PROCESSES = 64
/** Fewer than this and requests wait for each other's transactions. */
const LEAST_CONNECTIONS = 4
const ALONE = 20
const EACH = 8
/** With the default settings of PostgreSQL (100, 3 of them reserved) this leaves room for the rest. */
const ALL_AT_MOST = 64
/** No server takes more. */
const MOST_CONNECTIONS = 10_000

/** What decides whether there can be several processes. */
interface Circumstances {
  /** Whether the database is a PostgreSQL server. */
  hasServer: boolean
  port: number
  platform: string
}

/** How many processes serve the one port. */
export function processes(value: string, { hasServer, port, platform }: Circumstances): number {
  const count = wholeNumber('PROCESSES', value, 1, MOST_PROCESSES)
  if (count === 1) return 1
  if (platform !== 'linux') {
    throw new ConfigError(
      'PROCESSES above 1 needs Linux; elsewhere start several servers on different ports behind a proxy.',
    )
  }
  if (!hasServer) {
    throw new ConfigError(
      'PROCESSES above 1 needs DATABASE_URL: the embedded database belongs to one process.',
    )
  }
  if (port === 0) {
    throw new ConfigError('PROCESSES above 1 needs a PORT: 0 would give each its own.')
  }
  return count
}

function totalByDefault(count: number): number {
  if (count === 1) return ALONE
  return Math.max(ALONE, Math.min(EACH * count, ALL_AT_MOST), LEAST_CONNECTIONS * count)
}

/** How many connections each of `count` processes may hold in its pool. */
export function shareOfConnections(value: string, count: number, hasServer: boolean): number {
  if (value === '') return Math.floor(totalByDefault(count) / count)
  if (!hasServer) {
    throw new ConfigError('DATABASE_CONNECTIONS needs DATABASE_URL: the embedded database has one.')
  }
  const total = wholeNumber('DATABASE_CONNECTIONS', value, LEAST_CONNECTIONS, MOST_CONNECTIONS)
  if (total < LEAST_CONNECTIONS * count) {
    throw new ConfigError(
      `DATABASE_CONNECTIONS (${total}) must be ${LEAST_CONNECTIONS * count} or more for ` +
        `PROCESSES=${count}: each process needs ${LEAST_CONNECTIONS}.`,
    )
  }
  return Math.floor(total / count)
}

/** Whether a supervisor started this process, and as which. */
export function childMark(environment: Record<string, string | undefined>): ChildMark | null {
  const mark = environment[MARK]
  if (mark === undefined) return null
  const [number = '', issuer] = mark.split(' ')
  return {
    number: wholeNumber(MARK, number, 1, MOST_PROCESSES),
    signInIssuer: issuer ? url(MARK, issuer, ['http:']) : null,
  }
}

/** The environment of a child: that of this process, and the mark. */
export function childEnvironment({ number, signInIssuer }: ChildMark): Record<string, string> {
  const mark = signInIssuer === null ? `${number}` : `${number} ${signInIssuer}`
  const own = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return { ...Object.fromEntries(own), [MARK]: mark }
}
