import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { PreparedReply } from '#api/infrastructure/prepared-reply.ts'
import { createWorker, type StartThread, threadOf } from '#api/infrastructure/worker-thread.ts'
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

export type PageJob = PageTask & { folder: string }

/** A reply of the API to the thread, which asks for a path. */
export interface FetchedReply {
  status: number
  type: string
  body: string
}

/** A page is null without content in the API. */
export type Page = PreparedReply | null

/** One page renders while another waits for the API; more would only delay the API's own replies. */
const CONCURRENCY = 2
/** About 100 ms of renders; readers of more pages get the plain page at once. */
const MAX_WAITING = 32
/** A render takes milliseconds and its queries end after seconds: the thread hangs. */
const LIMIT_MS = 10_000

interface PageRenderingDeps {
  clock: Pick<Clock, 'after'>
  /** Folder of the renderer's build. */
  folder: string
  startThread?: StartThread<PageJob, Page, string, FetchedReply>
}

export type PageRendering = ReturnType<typeof createPageRendering>

/** Whether `folder` has a build of the renderer. */
export const hasPageRenderer = (folder: string) => existsSync(join(folder, PAGES_FILE))

async function readApi(fetchApi: FetchApi, path: string): Promise<FetchedReply> {
  const reply = await fetchApi(path)
  const type = reply.headers.get('content-type') ?? ''
  return { status: reply.status, type, body: await reply.text() }
}

/** Renders pages in a thread of their own, so that the thread of the API only sends bytes. */
export function createPageRendering({
  clock,
  folder,
  startThread = threadOf(new URL('./page-worker.ts', import.meta.url)),
}: PageRenderingDeps) {
  const { run, stop } = createWorker<PageJob, Page, string, FetchedReply>({
    clock,
    start: startThread,
    concurrency: CONCURRENCY,
    maxWaiting: MAX_WAITING,
    busy: () => new PagesBusyError('The thread is loading, or too many pages wait.'),
    nameOf: ({ name }) => `page ${name}`,
    limitMs: LIMIT_MS,
    idleMs: null,
  })
  return {
    /**
     * Renders a page from replies of `fetchApi`; null when the API has no content for it. Rejects with
     * PagesBusyError while too many pages wait, or with the renderer's error.
     */
    render(task: PageTask, fetchApi: FetchApi): Promise<Page> {
      const failed = { status: 500, type: '', body: '' }
      return run({ ...task, folder }, (path) => readApi(fetchApi, path).catch(() => failed))
    },
    stop,
  }
}
