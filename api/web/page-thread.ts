import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { PreparedReply } from '#api/infrastructure/prepared-reply.ts'
import {
  startWorkerThread,
  type ThreadEvents,
  type WorkerThread,
} from '#api/infrastructure/worker-thread.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { FetchApi } from './guest-reader.ts'
import type { LanguageName } from './page-locale.ts'
import { PAGES_FILE } from './page-renderer.ts'
import type { PageName } from './public-pages.ts'
import { PagesBusyError } from './render-limit.ts'

/** A page for the thread that renders. */
export interface PageTask {
  name: PageName
  /** The web build's page for the markup. */
  template: string
  locale: Locale
  /** Epoch milliseconds. */
  now: number
  /** Public origin of the site. */
  publicUrl: string
  /** Canonical path and query, without and with the language that the URL names. */
  path: string
  lang: LanguageName | null
  adSlots: readonly string[]
}

/** A reply of the API to the thread. */
export interface FetchedReply {
  status: number
  type: string
  body: string
}

/** Null for a page without content in the API. */
export type PageOutcome = { page: PreparedReply | null } | { error: string }

export type ToPageThread =
  | { kind: 'render'; id: number; folder: string; task: PageTask }
  | ({ kind: 'reply'; id: number; fetchId: number } & FetchedReply)

export type FromPageThread =
  | { kind: 'fetch'; id: number; fetchId: number; path: string }
  | { kind: 'rendered'; id: number; outcome: PageOutcome }

/** One page renders while another waits for the API; more would only delay the API's own replies. */
const CONCURRENCY = 2
/** About 100 ms of renders; readers of more pages get the plain page at once. */
const MAX_WAITING = 32
/** A render takes milliseconds and its queries end after seconds: the thread hangs. */
const LIMIT_MS = 10_000

interface Job {
  id: number
  task: PageTask
  fetchApi: FetchApi
  resolve: (page: PreparedReply | null) => void
  reject: (error: Error) => void
  cancelLimit: () => void
}

interface PageRenderingDeps {
  clock: Pick<Clock, 'after'>
  /** Folder of the renderer's build. */
  folder: string
  startThread?: (events: ThreadEvents<FromPageThread>) => WorkerThread<ToPageThread>
}

export type PageRendering = ReturnType<typeof createPageRendering>

const startWorker = (events: ThreadEvents<FromPageThread>) =>
  startWorkerThread<ToPageThread, FromPageThread>(
    new URL('./page-worker.ts', import.meta.url),
    events,
  )

/** Whether `folder` has a build of the renderer. */
export const hasPageRenderer = (folder: string) => existsSync(join(folder, PAGES_FILE))

/** Renders pages in a thread of their own, so that the thread of the API only sends bytes. */
export function createPageRendering({
  clock,
  folder,
  startThread = startWorker,
}: PageRenderingDeps) {
  const running = new Map<number, Job>()
  const waiting: Job[] = []
  let thread: WorkerThread<ToPageThread> | null = null
  let lastId = 0

  /** Ends the thread and the pages that it renders; the next page starts another. */
  const fail = (error: Error) => {
    thread?.stop()
    thread = null
    for (const { reject, cancelLimit } of running.values()) {
      cancelLimit()
      reject(error)
    }
    running.clear()
    startNext()
  }

  const finish = (id: number, outcome: PageOutcome) => {
    const job = running.get(id)
    running.delete(id)
    job?.cancelLimit()
    if ('page' in outcome) job?.resolve(outcome.page)
    else job?.reject(new Error(outcome.error))
    startNext()
  }

  const readApi = async ({ fetchApi }: Job, path: string): Promise<FetchedReply> => {
    const reply = await fetchApi(path)
    const type = reply.headers.get('content-type') ?? ''
    return { status: reply.status, type, body: await reply.text() }
  }

  const onMessage = async (message: FromPageThread) => {
    const { id } = message
    if (message.kind === 'rendered') return finish(id, message.outcome)
    const job = running.get(id)
    if (!job) return
    const { fetchId, path } = message
    const failed = { status: 500, type: '', body: '' }
    const reply = await readApi(job, path).catch(() => failed)
    if (running.has(id)) thread?.send({ kind: 'reply', id, fetchId, ...reply })
  }

  function startNext(): void {
    while (running.size < CONCURRENCY) {
      const job = waiting.shift()
      if (!job) return
      thread ??= startThread({ onMessage, onFailure: fail })
      running.set(job.id, job)
      job.cancelLimit = clock.after(LIMIT_MS, () => fail(new Error(`page ${job.task.name} hangs`)))
      thread.send({ kind: 'render', id: job.id, folder, task: job.task })
    }
  }

  return {
    /**
     * Renders a page from replies of `fetchApi`; null when the API has no content for it. Rejects with
     * PagesBusyError while too many pages wait, or with the renderer's error.
     */
    async render(task: PageTask, fetchApi: FetchApi): Promise<PreparedReply | null> {
      if (waiting.length >= MAX_WAITING) throw new PagesBusyError('Too many pages wait.')
      lastId += 1
      const { promise, resolve, reject } = Promise.withResolvers<PreparedReply | null>()
      waiting.push({ id: lastId, task, fetchApi, resolve, reject, cancelLimit: () => {} })
      startNext()
      return promise
    },

    /** Ends the thread; pages that wait are rejected. */
    stop(): void {
      const error = new Error('The thread that renders pages has stopped.')
      for (const { reject } of waiting.splice(0)) reject(error)
      fail(error)
    },
  }
}
