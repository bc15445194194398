import { prepareText } from '#api/infrastructure/prepared-reply.ts'
import { runTasks } from '#api/infrastructure/worker-thread.ts'
import { sanitize } from '#api/modules/content/sanitize.ts'
import { pageDocument } from './page-document.ts'
import { loadPageRenderer } from './page-renderer.ts'
import type { FetchedReply, Page, PageJob } from './page-thread.ts'

// Runs in a thread of its own: markup, document and compression take about 3 ms of CPU a page.

/** Renders a page from replies of the API, requested from the server's thread by path. */
async function render(
  task: PageJob,
  request: (path: string) => Promise<FetchedReply>,
): Promise<Page> {
  const { folder, path, locale, now, publicUrl, adSlots } = task
  const renderPage = await loadPageRenderer(folder)
  const rendered = await renderPage?.({
    path,
    locale,
    now,
    origin: publicUrl,
    adSlots,
    fetchApi: async (apiPath) => {
      const { status, type, body } = await request(apiPath)
      return new Response(body, { status, headers: { 'content-type': type } })
    },
    sanitize: (html) => sanitize(html).content,
  })
  if (rendered?.status === 404) return null
  if (rendered?.status !== 200) throw new Error(`page ${task.name}: ${rendered?.status}`)
  return prepareText(pageDocument({ ...task, rendered }), {
    type: 'text/html; charset=utf-8',
    vary: 'Accept-Language, Cookie',
    headers: { 'content-language': locale },
  })
}

runTasks(render, (page) => (page?.gzip ? [page.body.buffer, page.gzip.buffer] : []))
