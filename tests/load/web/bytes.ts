import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import { untilQuiet } from '#tests/support/quiet-network.ts'

const WEB_BUILD = fileURLToPath(new URL('../../../out/web', import.meta.url))

/** Gzip bytes that a screen fetched, by path. */
export interface Fetched {
  js: Map<string, number>
  css: Map<string, number>
}

/** Counts the files of the web build that `load` makes a page fetch until the network is quiet. */
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
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  await untilQuiet(page, load)
  return fetched
}

/** Total of a file type in kB, without the files fetched `before`. */
export function kilobytes(
  files: ReadonlyMap<string, number>,
  before: ReadonlyMap<string, number> = new Map(),
): number {
  const own = [...files].filter(([path]) => !before.has(path))
  return own.reduce((sum, [, size]) => sum + size, 0) / 1000
}

/** Files without the chart, which loads after the text. */
export function withoutChart(files: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  return new Map([...files].filter(([path]) => !/\/votes-layout|chart/.test(path)))
}

/** Files of the editor (text, tools, sanitizer) without the surrounding screen. */
export function ofEditor(files: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  return new Map(
    [...files].filter(([path]) => /\/(editor-view|rich-editor|rich-content)/.test(path)),
  )
}
