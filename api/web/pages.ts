import type { Clock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { type PreparedReply, prepareText } from '#api/infrastructure/prepared-reply.ts'
import type { RenderedPage, RenderPage } from '#shared/contract/server-page.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { callPreview } from './call-preview.ts'
import { createCrawlerFiles } from './crawler-files.ts'
import { createGuestReader } from './guest-reader.ts'
import { type PageCache, PagesBusyError } from './page-cache.ts'
import { pageDocument, previewDocument } from './page-document.ts'
import { languageInUrl, pageLocale } from './page-locale.ts'
import { canonicalPath, findCallPage, findPublicPage } from './public-pages.ts'

export interface PagesDeps {
  render: RenderPage
  cache: PageCache
  clock: Clock
  log: Pick<Log, 'error'>
  publicUrl: string
  adSlots: readonly string[]
  sanitize: (html: string) => string
  /** Sends a request to the API in this process, as a guest. */
  fetchApi: (request: Request) => Promise<Response>
  /** The web build's page of a path, plain and for markup. */
  plainPageOf: (path: string) => string
  templateOf: (path: string) => string
}

/** A public page of a request. */
export interface FoundPage {
  /** The address is the canonical one, so that its replies can be cached by it. */
  isCanonical: boolean
  /** Returns the current reply. Rejects with PageMissingError, PagesBusyError or the renderer's error. */
  find: () => PreparedReply | Promise<PreparedReply>
}

/** The API knows nothing at the address of a page. */
export class PageMissingError extends Error {
  override readonly name = 'PageMissingError'
}

export type Pages = ReturnType<typeof createPages>

/** Pages that the server renders for guests, from the replies of its own API. */
export function createPages(deps: PagesDeps) {
  const { render, cache, clock, log, publicUrl, adSlots, sanitize, fetchApi } = deps
  const { plainPageOf, templateOf } = deps
  const { origin } = new URL(publicUrl)
  const read = createGuestReader(fetchApi, origin)

  const renderPage = async (path: string, locale: Locale): Promise<RenderedPage> => {
    const now = clock.now()
    const rendered = await render({ path, locale, now, origin, fetchApi, sanitize, adSlots })
    if (rendered.status === 404) throw new PageMissingError(path)
    if (rendered.status !== 200) throw new Error(`${path} could not be rendered`)
    return rendered
  }

  return {
    /** The public page that a GET request asks for; null when it is none. */
    find(request: Request): FoundPage | null {
      const url = new URL(request.url)
      const call = findCallPage(url.pathname)
      const page = call?.page ?? findPublicPage(url.pathname)
      if (!page) return null
      const locale = pageLocale(request)
      const lang = languageInUrl(request.url)
      const path = canonicalPath(page, url, null)
      const place = { name: page.name, locale, publicUrl: origin, path, lang }
      const render = async () => {
        if (call) {
          const template = plainPageOf(url.pathname)
          const texts = await callPreview(read, call.id, locale)
          return previewDocument({ template, ...place, ...texts })
        }
        const template = templateOf(url.pathname)
        return pageDocument({ template, ...place, rendered: await renderPage(path, locale) })
      }
      const build = async () =>
        prepareText(await render(), {
          type: 'text/html; charset=utf-8',
          vary: 'Accept-Language, Cookie',
          headers: { 'content-language': locale },
        })
      return {
        // Calls are too many for the cache of prepared replies.
        isCanonical: !call && canonicalPath(page, url, lang) === url.pathname + url.search,
        find: () => cache.get(page, `${path} ${locale} ${lang}`, build),
      }
    },

    files: createCrawlerFiles({ fetchApi, origin, clock }),

    /** Reports why a page could not be rendered; the plain page takes its place. */
    report(error: unknown): void {
      if (error instanceof PageMissingError || error instanceof PagesBusyError) return
      log.error({ err: error }, 'a page could not be rendered')
    },
  }
}
