import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'

const WEB_BUILD = fileURLToPath(new URL('../../../out/web', import.meta.url))

/** What a screen made the browser fetch, in bytes as gzip sends them, by the file's path. */
export interface Fetched {
  js: Map<string, number>
  css: Map<string, number>
}

/** Counts what `load` makes a page fetch of the web build, however the server sends it. */
export async function bytesOf(page: Page, load: () => Promise<unknown>): Promise<Fetched> {
  const fetched: Fetched = { js: new Map(), css: new Map() }
  const note = (url: string) => {
    const { pathname } = new URL(url)
    const kind = /\.(js|css)$/.exec(pathname)?.[1]
    if (!pathname.startsWith('/assets/')) return
    const { size } = statSync(`${WEB_BUILD}${pathname}.gz`, { throwIfNoEntry: true })
    if (kind === 'js') fetched.js.set(pathname, size)
    if (kind === 'css') fetched.css.set(pathname, size)
  }
  page.on('request', (request) => note(request.url()))
  await load()
  await page.waitForLoadState('networkidle')
  return fetched
}

/** The sum of a kind in kB, without the files that were fetched `before`. */
export function kilobytes(
  files: ReadonlyMap<string, number>,
  before: ReadonlyMap<string, number> = new Map(),
): number {
  const own = [...files].filter(([path]) => !before.has(path))
  return own.reduce((sum, [, size]) => sum + size, 0) / 1000
}

/** The files without the chart, which a screen shows after its text. */
export function withoutChart(files: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  return new Map([...files].filter(([path]) => !/\/votes-layout|chart/.test(path)))
}

/** Of what a screen fetched, the editor: its text, its tools and the sanitiser, without the screen around it. */
export function ofEditor(files: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  return new Map(
    [...files].filter(([path]) => /\/(editor-view|rich-editor|rich-content)/.test(path)),
  )
}
