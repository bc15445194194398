import { parentPort } from 'node:worker_threads'
import { type PreparedReply, prepareText } from '#api/infrastructure/prepared-reply.ts'
import { sanitize } from '#api/modules/content/sanitize.ts'
import { pageDocument } from './page-document.ts'
import { loadPageRenderer } from './page-renderer.ts'
import type { FetchedReply, FromPageThread, PageTask, ToPageThread } from './page-thread.ts'

// Runs in a thread of its own: markup, document and compression take about 3 ms of CPU a page.

const send = (message: FromPageThread, transfer: ArrayBuffer[] = []) =>
  parentPort?.postMessage(message, transfer)
const pending = new Map<number, (reply: FetchedReply) => void>()
let lastFetch = 0

/** Sends a request of the renderer to the API in the server's thread. */
async function fetchApi(id: number, path: string): Promise<Response> {
  lastFetch += 1
  const { promise, resolve } = Promise.withResolvers<FetchedReply>()
  pending.set(lastFetch, resolve)
  send({ kind: 'fetch', id, fetchId: lastFetch, path })
  const { status, type, body } = await promise
  return new Response(body, { status, headers: { 'content-type': type } })
}

async function render(id: number, folder: string, task: PageTask): Promise<PreparedReply | null> {
  const renderPage = await loadPageRenderer(folder)
  const { path, locale, now, publicUrl, adSlots } = task
  const rendered = await renderPage?.({
    path,
    locale,
    now,
    origin: publicUrl,
    adSlots,
    fetchApi: (apiPath) => fetchApi(id, apiPath),
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

parentPort?.on('message', async (message: ToPageThread) => {
  const { id } = message
  if (message.kind === 'reply') {
    const resolve = pending.get(message.fetchId)
    pending.delete(message.fetchId)
    resolve?.(message)
    return
  }
  try {
    const page = await render(id, message.folder, message.task)
    const bodies = page?.gzip ? [page.body.buffer, page.gzip.buffer] : []
    send({ kind: 'rendered', id, outcome: { page } }, bodies)
  } catch (error) {
    send({ kind: 'rendered', id, outcome: { error: String(error) } })
  }
})
