import { Elysia } from 'elysia'
import { ApiError } from '#api/infrastructure/errors.ts'
import { type Limited, READ_QUOTA } from '#api/infrastructure/http/limits.ts'
import { requestContext } from '#api/infrastructure/http/request-context.ts'
import { chargeBody } from '#api/infrastructure/http/route-bodies.ts'
import { withoutRequestHeaders } from '#api/infrastructure/http/shared-cache.ts'
import { responder } from '#api/infrastructure/prepared-reply.ts'
import type { Replies, Source } from '#api/modules/reply-topics.ts'
import { isAboutPerson, PATHS } from '#shared/rules/paths.ts'
import type { Pages } from './pages.ts'
import { isScreen } from './public-pages.ts'
import { PagesBusyError } from './render-limit.ts'
import type { Web } from './web.ts'

/** Files that are built on request from what a guest may read, such as cards and feeds. */
interface GuestFiles {
  /** Cost of a request in reads. */
  points: number
  /** The file that a request asks for; null for other paths. */
  find(request: Request): Source | null
}

interface WebRoutesDeps {
  web: Web
  /** Null when pages are rendered by the browser only. */
  pages: Pages | null
  files: readonly GuestFiles[]
  replies: Pick<Replies, 'send' | 'get'>
  limited: Limited
  /** Security headers of every reply. */
  headers: Record<string, string>
}

type WebContext = Parameters<Limited>[1] & { path: string; request: Request }

/** The board that opens first. */
const FIRST_BOARD = `${PATHS.boards}/frees`

/** Nothing takes the place of a reply that cannot be built now. */
function refuseBusy(error: unknown): never {
  if (!(error instanceof PagesBusyError)) throw error
  throw new ApiError('NOT_READY', { headers: { 'retry-after': '5' } })
}

/** Copies in search engines would outlive the erasure of a person. */
const NOINDEX = { 'x-robots-tag': 'noindex' }

/** The status of the plain page at a path; paths with a dot name files, such as `/index.html`. */
const statusOf = (path: string): 200 | 404 => (path.includes('.') || isScreen(path) ? 200 : 404)

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'

/** Serves every path without a route of its own: files, rendered pages, and the plain page, with 404 for no screen. */
export function webRoutes({ web, pages, files, replies, limited, headers }: WebRoutesDeps) {
  const pageHeaders = { ...headers, ...web.headers }
  const headersOf = (path: string) =>
    isAboutPerson(path) ? { ...pageHeaders, ...NOINDEX } : pageHeaders

  /** A file for crawlers at a path; null for any other path. */
  const readCrawlerFile = async (path: string): Promise<Response | null> => {
    if (!pages) return null
    const send = (text: string, type: string) =>
      new Response(text, { headers: { 'content-type': `${type}; charset=utf-8` } })
    if (path === '/robots.txt') return send(pages.files.robots(), 'text/plain')
    return path === '/sitemap.xml' ? send(await pages.files.sitemap(), 'text/xml') : null
  }

  const sendGuestFile = async (file: Source, request: Request): Promise<Response> => {
    try {
      return responder(await replies.get(file), headers)(request)
    } catch (error) {
      return refuseBusy(error)
    }
  }

  const findGuestFile = (request: Request) => {
    for (const source of files) {
      const file = source.find(request)
      if (file) return { file, points: source.points }
    }
    return null
  }

  const reply = async (context: WebContext): Promise<Response> => {
    const { path, request } = context
    if (!isRead(request)) {
      await chargeBody(limited, context)
      return web.handle(path, request)
    }
    if (path === PATHS.boards) {
      return new Response(null, { status: 302, headers: { location: FIRST_BOARD } })
    }
    const file = await readCrawlerFile(path)
    if (file) return file
    const guestFile = findGuestFile(request)
    if (guestFile) {
      await limited(READ_QUOTA, context, undefined, guestFile.points)
      return sendGuestFile(guestFile.file, request)
    }
    const page = pages?.find(request)
    if (!page) return web.handle(path, request, statusOf(path))
    await limited(READ_QUOTA, context)
    try {
      return await replies.send(request, { route: 'page', headers: headersOf(path) }, page.source)
    } catch (error) {
      return web.handle(path, request, page.fallBack(error))
    }
  }

  return new Elysia({ name: 'web' }).use(requestContext).all('/*', async (context) => {
    const response = withoutRequestHeaders(context, await reply(context))
    if (isAboutPerson(context.path)) {
      for (const [name, value] of Object.entries(NOINDEX)) response.headers.set(name, value)
    }
    return response
  })
}
