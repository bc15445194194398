import { type Clock, every, within } from '#api/infrastructure/clock.ts'
import { publicAddress } from '#api/infrastructure/database/address.ts'
import { IS_WRITABLE, ReadOnlyServer } from '#api/infrastructure/database/primary.ts'
import { openSession, type Session } from '#api/infrastructure/database/session.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { backoff } from '#shared/rules/backoff.ts'
import type { EventTransport, TransportHandlers } from './event-bus.ts'

const CHANNEL = 'tidemark_events'
/** Prefix of the message by which an instance tests its own connection. */
const ECHO = 'echo '
const NOTIFY = statement('SELECT pg_notify($1, message) FROM unnest($2::text[]) AS message')
const NOTIFY_SELF = statement(`SELECT ${IS_WRITABLE} AS is_writable, pg_notify($1, $2)`, {
  is_writable: column.boolean,
})
/** How often an instance tests its own connection: one that is lost silently looks alive. */
const ECHO_MS = 10_000
/** PostgreSQL accepts payloads shorter than 8000 bytes. */
const MAX_BYTES = 7_999
/** At most four NOTIFY transactions a second: all notifying commits queue for one lock. */
const BATCH_MS = 250
/** Beyond this many pending messages the connection is dropped, which invalidates all caches. */
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
  let stopEchoes = () => {}
  /** Awaited notification of an instance to itself. */
  let echo: { token: string; resolve(): void; reject(error: Error): void } | null = null

  const onLost = (lost: Session, error: unknown) => {
    if (lost !== session) return
    session = null
    pending = []
    stopEchoes()
    void lost.close()
    handlers?.onDisconnect(error instanceof Error ? error : new Error(String(error)))
    retry(0)
  }

  /**
   * Resolves after a notification from itself has arrived: a transaction pooler delivers none.
   * @throws ReadOnlyServer when instances on the new primary would not be heard
   */
  const prove = async (own: Session): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    promise.catch(() => {})
    const token = `${ECHO}${crypto.randomUUID()}`
    const awaited = { token, resolve, reject }
    echo = awaited
    try {
      const [row] = await own.query(NOTIFY_SELF, [CHANNEL, token])
      if (row?.is_writable !== true) throw new ReadOnlyServer('the server takes no writes')
      if (!(await within(clock, TIMEOUT_MS, promise))) {
        throw new Error('it accepts LISTEN and delivers no notification')
      }
    } finally {
      if (echo === awaited) echo = null
    }
  }

  const connect = async (): Promise<void> => {
    const opened = await openSession({
      url,
      name: 'tidemark-bus',
      timeoutMs: TIMEOUT_MS,
      onLost: (error) => {
        echo?.reject(error)
        onLost(opened, error)
      },
      onNotification: (payload) => {
        if (payload === echo?.token) echo.resolve()
        else if (session === opened && !payload.startsWith(ECHO)) handlers?.onMessage(payload)
      },
    })
    try {
      // Notifications do not survive a crash, so their commit need not wait for the disk.
      await opened.query(statement('SET synchronous_commit = off'))
      await opened.query(statement(`LISTEN ${CHANNEL}`))
      await prove(opened)
    } catch (error) {
      void opened.close()
      throw error
    }
    if (isStopped) return void opened.close()
    session = opened
    stopEchoes = every(clock, ECHO_MS, () => {
      if (echo === null) prove(opened).catch((error: unknown) => onLost(opened, error))
    })
  }

  const retry = (attempt: number) => {
    if (isStopped) return
    cancelRetry = clock.after(backoff(attempt, FIRST_RETRY_MS, LONGEST_RETRY_MS, random), () => {
      connect().then(
        () => session && handlers?.onReconnect(),
        () => retry(attempt + 1),
      )
    })
  }

  const notify = async () => {
    const own = session
    const batch = pending
    pending = []
    if (own === null || batch.length === 0) return
    await own.query(NOTIFY, [CHANNEL, batch]).catch((error: unknown) => onLost(own, error))
  }

  /** Sends the first message after a pause at once, those of the next 250 ms together. */
  const flush = async () => {
    isFlushScheduled = pending.length > 0
    if (!isFlushScheduled) return
    await notify()
    clock.after(BATCH_MS, () => void flush())
  }

  return {
    address: publicAddress(url),
    maxBytes: MAX_BYTES,
    start(given) {
      handlers = given
      return connect()
    },
    send(message) {
      if (session === null) return
      if (pending.length >= MAX_PENDING) {
        return onLost(session, new Error('too many pending events'))
      }
      pending.push(message)
      if (isFlushScheduled) return
      isFlushScheduled = true
      queueMicrotask(() => void flush())
    },
    async stop() {
      isStopped = true
      cancelRetry()
      stopEchoes()
      await notify()
      const last = session
      session = null
      await last?.close()
    },
  }
}
