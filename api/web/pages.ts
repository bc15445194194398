import type { Clock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import type { Metrics } from '#api/infrastructure/metrics.ts'
import { prepareText } from '#api/infrastructure/prepared-reply.ts'
import type { Source } from '#api/modules/reply-topics.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { createCrawlerFiles } from './crawler-files.ts'
import { createGuestReader, type FetchApi } from './guest-reader.ts'
import { previewDocument } from './page-document.ts'
import { createPageFallbacks, PageMissingError } from './page-fallbacks.ts'
import { pageFreshness, pageMaxAge } from './page-freshness.ts'
import { languageInUrl, pageLocale } from './page-locale.ts'
import type { PageRendering } from './page-thread.ts'
import { canonicalPath, findPublicPage, findVotePage, mayExist } from './public-pages.ts'
import { createRenderLimit } from './render-limit.ts'
import { votePreview } from './vote-preview.ts'

export interface PagesDeps {
  rendering: Pick<PageRendering, 'render'>
  clock: Clock
  log: Pick<Log, 'warn' | 'error'>
  metrics: Pick<Metrics, 'pageFallbacks'>
  publicUrl: string
  adSlots: readonly string[]
  fetchApi: FetchApi
  /** The web build's page of a path, plain and for markup. */
  plainPageOf: (path: string) => string
  templateOf: (path: string) => string
}

/** A public page of a request. */
export interface FoundPage {
  /** Its build rejects when the page cannot be rendered. */
  source: Source
  /** Reports a rejection. @returns the status of the plain page that takes its place */
  fallBack: (error: unknown) => 200 | 404
}

/** Key of a page with this canonical path and query. */
export const pageKey = (path: string, locale: Locale): string => `${path} ${locale}`

export type Pages = ReturnType<typeof createPages>

/** Pages that the server renders for guests, from the replies of its own API. */
export function createPages(deps: PagesDeps) {
  const { rendering, clock, publicUrl, adSlots, fetchApi } = deps
  const { plainPageOf, templateOf } = deps
  const { origin } = new URL(publicUrl)
  const read = createGuestReader(fetchApi)
  const fallbacks = createPageFallbacks(deps)
  const admit = createRenderLimit(clock)

  return {
    /** The public page that a GET request asks for; null when it is none. */
    find(request: Request): FoundPage | null {
      const url = new URL(request.url)
      const vote = findVotePage(url.pathname)
      const page = vote?.page ?? findPublicPage(url.pathname)
      if (!page) return null
      const locale = pageLocale(request)
      const lang = languageInUrl(request.url)
      const path = canonicalPath(page, url, null)
      const place = { name: page.name, locale, publicUrl: origin, path, lang }
      const preview = async (id: number) => {
        const template = plainPageOf(url.pathname)
        const texts = await votePreview(read, id, locale)
        if (!texts) throw new PageMissingError(path)
        return prepareText(previewDocument({ template, ...place, ...texts }), {
          type: 'text/html; charset=utf-8',
          vary: 'Accept-Language, Cookie',
          headers: { 'content-language': locale },
        })
      }
      const render = async () => {
        const template = templateOf(url.pathname)
        const task = { template, ...place, now: clock.now(), adSlots }
        const rendered = await rendering.render(task, fetchApi)
        if (!rendered) throw new PageMissingError(path)
        return { ...rendered, maxAgeMs: pageMaxAge(page) }
      }
      const isFixed = !page.isOneOfMany && path === url.pathname
      return {
        source: {
          key: pageKey(canonicalPath(page, url, lang), locale),
          ...pageFreshness(page),
          isOneOfMany: !isFixed,
          // The year in the footer.
          state: () => new Date(clock.now()).getUTCFullYear(),
          build(previous) {
            // Its screen fetches nothing that could be missing.
            if (!mayExist(page, url.pathname)) throw new PageMissingError(path)
            admit(previous === null)
            return vote ? preview(vote.id) : render()
          },
        },
        fallBack: (error) => fallbacks.statusFor({ name: page.name, isFixed }, error),
      }
    },

    files: createCrawlerFiles({ fetchApi, origin, clock }),
  }
}
