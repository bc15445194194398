import type { Clock } from '#api/infrastructure/clock.ts'
import { publicAddress } from '#api/infrastructure/database/address.ts'
import { IS_WRITABLE, ReadOnlyServer } from '#api/infrastructure/database/primary.ts'
import { openSession, type Session } from '#api/infrastructure/database/session.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { backoff } from '#shared/rules/backoff.ts'
import { createEcho } from './echo.ts'
import type { EventTransport, TransportHandlers } from './transport.ts'

const CHANNEL = 'tidemark_events'
const NOTIFY = statement('SELECT pg_notify($1, message) FROM unnest($2::text[]) AS message')
const NOTIFY_SELF = statement(`SELECT ${IS_WRITABLE} AS is_writable, pg_notify($1, $2)`, {
  is_writable: column.boolean,
})
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
  // As through a transaction pooler.
  const echo = createEcho(clock, 'it accepts LISTEN and delivers no notification')

  const onLost = (lost: Session, error: unknown) => {
    if (lost !== session) return
    session = null
    pending = []
    stopEchoes()
    void lost.close()
    handlers?.onDisconnect(error instanceof Error ? error : new Error(String(error)))
    retry(0)
  }

  /** @throws ReadOnlyServer when instances on the new primary would not be heard */
  const notifySelf = async (own: Session, message: string): Promise<void> => {
    const [row] = await own.query(NOTIFY_SELF, [CHANNEL, message])
    if (row?.is_writable !== true) throw new ReadOnlyServer('the server takes no writes')
  }

  const connect = async (): Promise<void> => {
    const opened = await openSession({
      url,
      name: 'tidemark-bus',
      timeoutMs: TIMEOUT_MS,
      onLost: (error) => {
        echo.cancel(error)
        onLost(opened, error)
      },
      onNotification: (payload) => {
        if (!echo.receive(payload) && session === opened) handlers?.onMessage(payload)
      },
    })
    const sendEcho = (message: string) => notifySelf(opened, message)
    try {
      // Notifications do not survive a crash, so their commit need not wait for the disk.
      await opened.query(statement('SET synchronous_commit = off'))
      await opened.query(statement(`LISTEN ${CHANNEL}`))
      await echo.prove(sendEcho)
    } catch (error) {
      void opened.close()
      throw error
    }
    if (isStopped) return void opened.close()
    session = opened
    stopEchoes = echo.repeat(sendEcho, (error) => onLost(opened, error))
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
