import { backoff } from '#api/infrastructure/backoff.ts'
import { type Clock, within } from '#api/infrastructure/clock.ts'
import { openSession, type Session } from '#api/infrastructure/database/session.ts'
import { statement } from '#api/infrastructure/database/sql.ts'
import { addressOf, type EventTransport, type TransportHandlers } from './event-transport.ts'

const CHANNEL = 'tidemark_events'
/** Marks what an instance sends to test its own connection. */
const ECHO = 'echo '
const NOTIFY = statement('SELECT pg_notify($1, message) FROM unnest($2::text[]) AS message')
/** PostgreSQL takes payloads shorter than 8000 bytes. */
const MAX_BYTES = 7_999
/** At most four NOTIFY transactions a second: all that notify queue for one lock of the server. */
const BATCH_MS = 250
/** With more pending messages than this the connection is given up, which invalidates all caches. */
const MAX_PENDING = 10_000
const TIMEOUT_MS = 5_000
const FIRST_RETRY_MS = 50
const LONGEST_RETRY_MS = 500

interface PostgresEventsDeps {
  url: string
  clock: Clock
  random?: () => number
}

/** Events through LISTEN and NOTIFY, on a connection outside the pool. */
export function createPostgresEvents({
  url,
  clock,
  random = Math.random,
}: PostgresEventsDeps): EventTransport {
  let handlers: TransportHandlers | null = null
  let session: Session | null = null
  let pending: string[] = []
  let isFlushScheduled = false
  let isStopped = false
  let cancelRetry = () => {}

  const onLost = (lost: Session | null, error: Error) => {
    if (lost === null || lost !== session) return
    session = null
    pending = []
    void lost.close()
    handlers?.onDisconnect(error)
    retry(0)
  }

  /** Resolves once a notification of its own has arrived: a transaction pooler delivers none. */
  const connect = async (): Promise<void> => {
    const echo = Promise.withResolvers<void>()
    const token = `${ECHO}${crypto.randomUUID()}`
    let opened: Session | null = null
    opened = await openSession({
      url,
      name: 'tidemark-bus',
      timeoutMs: TIMEOUT_MS,
      onLost: (error) => {
        echo.reject(error)
        onLost(opened, error)
      },
      onNotification: (payload) => {
        if (payload === token) echo.resolve()
        else if (session === opened && !payload.startsWith(ECHO)) handlers?.onMessage(payload)
      },
    })
    echo.promise.catch(() => {})
    try {
      // A notification does not survive a crash, so its commit need not wait for the disk.
      await opened.query(statement('SET synchronous_commit = off'))
      await opened.query(statement(`LISTEN ${CHANNEL}`))
      await opened.query(NOTIFY, [CHANNEL, [token]])
      if (!(await within(clock, TIMEOUT_MS, echo.promise))) {
        throw new Error('it accepts LISTEN and delivers no notification')
      }
    } catch (error) {
      void opened.close()
      throw error
    }
    if (isStopped) return void opened.close()
    session = opened
  }

  const retry = (attempt: number) => {
    if (isStopped) return
    cancelRetry = clock.after(backoff(attempt, FIRST_RETRY_MS, LONGEST_RETRY_MS, random), () => {
      connect().then(
        () => {
          if (session) handlers?.onReconnect()
        },
        () => retry(attempt + 1),
      )
    })
  }

  const notify = async () => {
    const own = session
    const batch = pending
    pending = []
    if (own === null || batch.length === 0) return
    try {
      await own.query(NOTIFY, [CHANNEL, batch])
    } catch (error) {
      onLost(own, error instanceof Error ? error : new Error(String(error)))
    }
  }

  /** Sends the first message of a quiet time at once, those of the next 250 ms together. */
  const flush = async () => {
    if (pending.length === 0) {
      isFlushScheduled = false
      return
    }
    await notify()
    clock.after(BATCH_MS, () => void flush())
  }

  return {
    address: addressOf(url),
    maxBytes: MAX_BYTES,
    start(given) {
      handlers = given
      return connect()
    },
    send(message) {
      if (session === null) return
      if (pending.length >= MAX_PENDING)
        return onLost(session, new Error('too many pending events'))
      pending.push(message)
      if (isFlushScheduled) return
      isFlushScheduled = true
      queueMicrotask(() => void flush())
    },
    async stop() {
      isStopped = true
      cancelRetry()
      await notify()
      const last = session
      session = null
      await last?.close()
    },
  }
}
