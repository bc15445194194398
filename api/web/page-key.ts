import { languageInUrl, pageLocale } from './page-locale.ts'
import { canonicalPath, findPublicPage } from './public-pages.ts'

/**
 * Key of the reply to a request of a page. Parameters that do not select content, such as those that
 * trackers add to links, share the reply of the address without them.
 */
export function pageKey(request: Request): string {
  const { url } = request
  const locale = pageLocale(request)
  if (!url.includes('?')) return `${url} ${locale}`
  const parsed = URL.parse(url)
  const page = parsed && findPublicPage(parsed.pathname)
  if (!page) return `${url} ${locale}`
  return `${parsed.origin}${canonicalPath(page, parsed, languageInUrl(url))} ${locale}`
}
