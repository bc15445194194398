const ENTRY = /\s*<script type="module"[^>]*\ssrc="([^"]+)"[^>]*><\/script>/
const PRELOAD = /\s*<link rel="modulepreload"[^>]*\shref="([^"]+)"[^>]*>/g
const SHEET = /<link rel="stylesheet"/g

/** The first paint waits for the end of the markup: styles reorder parts of it, which would move others. */
const WHOLE = '<link rel="expect" href="#seed" blocking="render">'

const preloadsOf = (page: string) => [...page.matchAll(PRELOAD)].map(([, href = '']) => href)

/** The page of a route without markup: its modules are scripts of the document, behind the early script. */
export function withEarlyScript(page: string, early: string): string {
  return page.replace(ENTRY, (entry) => `<script>${early}</script>${entry}`)
}

interface TemplateParts {
  /** Text of the first script (desktop/renderer/app/early), whose hash the page's policy allows. */
  early: string
  /** Path of the sheet with all styles of the page. */
  sheet: string | null
  /** The page of all routes. */
  built: string
}

/**
 * The page of a route as the template of its markup: the early script loads the modules, which would
 * compete with the first paint. One sheet stands for the others, whose disabled links are not fetched;
 * they keep the modules from adding them again.
 */
export function createTemplate(page: string, { early, sheet, built }: TemplateParts): string {
  const entry = ENTRY.exec(page)?.[1] ?? ''
  const shared = preloadsOf(built)
  const own = preloadsOf(page).filter((href) => !shared.includes(href))
  // The entry after its imports, and before the screen's modules, which import it.
  const modules = [...shared, entry, ...own].join(' ')
  const style = sheet === null ? '' : `<link rel="stylesheet" crossorigin href="${sheet}">`
  // A file of its own would share the connection with the sheet, before the first paint.
  const script = `<script data-modules="${modules}">${early}</script>`
  const disabled = sheet === null ? '$&' : '<link disabled rel="stylesheet"'
  const bare = page.replace(PRELOAD, '').replace(SHEET, disabled)
  return bare.replace(ENTRY, () => `${WHOLE}${script}${style}`)
}
