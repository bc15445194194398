import { type Clock, every } from './clock.ts'
import { IS_WRITABLE, ReadOnlyServer } from './database/primary.ts'
import { openSession, type Session } from './database/session.ts'
import { column, statement } from './database/sql.ts'
import { createListeners } from './listeners.ts'
import type { Log } from './log.ts'

/** The right of one of several instances to run the exchange feed and the scheduled jobs. */
export interface JobLock {
  isHeld(): boolean
  /** Calls `listener` when the lock is taken or lost; answers the function that ends it. */
  onChange(listener: (isHeld: boolean) => unknown): () => void
  /** Resolves after the first attempt, and retries until `stop`. Never rejects. */
  start(): Promise<void>
  /** Releases the lock, so that another instance takes it with its next attempt. */
  stop(): Promise<void>
}

interface JobLockDeps {
  url: string
  clock: Clock
  log: Pick<Log, 'info' | 'warn' | 'error'>
}

/** How often the owner confirms the lock and the others try to take it. */
const ATTEMPT_MS = 1_500
/** The owner gives up before the server does: 1.5 s + 3 s after its last confirmation. */
const TIMEOUT_MS = 3_000
/** The server ends the session of an owner that hangs or is cut off, and with it the lock. */
const IDLE_LIMIT_MS = 5_000

/** Others: 727001 migrations, 727002 settlement, 727004 erasure, 727005 hiding by reports, 727006 skill. */
const KEY = 727_003
const LIMIT_IDLE = statement(`SET idle_session_timeout = ${IDLE_LIMIT_MS}`)
const TAKE = statement(
  `SELECT CASE WHEN ${IS_WRITABLE} THEN pg_try_advisory_lock(${KEY}) END AS held`,
  { held: column.nullable(column.boolean) },
)
const CONFIRM = statement(
  `SELECT CASE WHEN ${IS_WRITABLE} THEN EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory'
     AND objid = ${KEY} AND pid = pg_backend_pid() AND granted) END AS held`,
  { held: column.nullable(column.boolean) },
)

/**
 * Creates a lock on a session advisory lock of PostgreSQL: it ends with its connection. Two instances
 * may both believe to hold it for a moment, so the jobs have to be idempotent.
 */
export function createJobLock({ url, clock, log }: JobLockDeps): JobLock {
  const listeners = createListeners<boolean>((error) =>
    log.error({ err: error }, 'a listener of the job lock failed'),
  )
  let session: Session | null = null
  let held = false
  let isStopped = false
  let attempting: Promise<void> | null = null
  let stopAttempts = () => {}

  const change = (now: boolean) => {
    if (now === held) return
    held = now
    log.info({ held }, now ? 'the job lock is taken' : 'the job lock is lost')
    listeners.notify(now)
  }

  const disconnect = (error: unknown) => {
    const lost = session
    session = null
    void lost?.close()
    log.warn({ err: error }, 'the connection of the job lock failed')
    change(false)
  }

  const connect = async (): Promise<Session> => {
    const opened = await openSession({
      url,
      name: 'tidemark-job-lock',
      timeoutMs: TIMEOUT_MS,
      onLost: (error) => {
        if (session === opened) disconnect(error)
      },
    })
    await opened.query(LIMIT_IDLE)
    return opened
  }

  const attempt = async () => {
    try {
      session ??= await connect()
      const own = session
      const [row] = await own.query(held ? CONFIRM : TAKE)
      if (isStopped || own !== session) return
      // Its end releases the lock, which the primary must have free.
      if (typeof row?.held !== 'boolean') throw new ReadOnlyServer('the server takes no writes')
      if (held && !row.held) throw new Error('the session does not hold the lock any more')
      change(row.held)
    } catch (error) {
      if (!isStopped) disconnect(error)
    }
  }

  const attemptOnce = () => {
    attempting ??= attempt().finally(() => {
      attempting = null
    })
    return attempting
  }

  return {
    isHeld: () => held,
    onChange: listeners.add,
    start() {
      stopAttempts = every(clock, ATTEMPT_MS, () => void attemptOnce())
      return attemptOnce()
    },
    async stop() {
      isStopped = true
      stopAttempts()
      await attempting
      change(false)
      await session?.close()
    },
  }
}

/** The lock of an instance that is alone on its database: always held. */
export function createSoleJobLock(): JobLock {
  return {
    isHeld: () => true,
    onChange: () => () => {},
    async start() {},
    async stop() {},
  }
}
