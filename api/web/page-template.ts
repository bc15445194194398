const ENTRY = /\s*<script type="module"[^>]*\ssrc="([^"]+)"[^>]*><\/script>/
const PRELOAD = /\s*<link rel="modulepreload"[^>]*\shref="([^"]+)"[^>]*>/g

/** The first paint waits for the end of the markup: styles reorder parts of it, which would move others. */
const WHOLE = '<link rel="expect" href="#seed" blocking="render">'

const preloadsOf = (page: string) => [...page.matchAll(PRELOAD)].map(([, href = '']) => href)

/**
 * The page of a route as the template of its markup: the `early` script (desktop/renderer/app/early)
 * loads the modules, which would compete with the first paint. `built` is the page of all routes.
 */
export function createTemplate(page: string, early: string, built: string): string {
  const entry = ENTRY.exec(page)?.[1] ?? ''
  const shared = preloadsOf(built)
  const own = preloadsOf(page).filter((href) => !shared.includes(href))
  // The entry after its imports, and before the screen's modules, which import it.
  const modules = [...shared, entry, ...own].join(' ')
  const script = `<script src="${early}" data-modules="${modules}"></script>`
  return page.replace(PRELOAD, '').replace(ENTRY, `${WHOLE}${script}`)
}
