import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { fromRoot } from '#build/setup/project.mjs'
import { alternate } from '#tests/load/compare.ts'
import type { Row } from '#tests/load/report.ts'
import { BUDGETS, builtFiles, kilobytes } from './built.ts'

/** One line against a budget; only told unless `isJudged`. */
function size(what: string, own: number, budget: number, isJudged = true): Row {
  return { what, against: 'budget', unit: 'kB', own, anchor: budget, bar: isJudged ? 1 : null }
}

/** What the build imports of Electron by name. */
function electronNames(code: string): string[] {
  const imports = code.matchAll(
    /import\s*(?:\w+\s*,\s*)?\{([^}]*)\}\s*from\s*["'](?:electron|@napi-rs\/keyring)["']/g,
  )
  const names = [...imports].flatMap(([, list = '']) => list.split(','))
  return [...new Set(names.map((name) => name.trim().split(/\s/)[0] ?? '').filter(Boolean))]
}

/** Milliseconds until a module is loaded, in a Node of its own where Electron does nothing. */
async function loadTime(file: string, names: readonly string[]): Promise<number> {
  const script = fromRoot('tests', 'load', 'desktop', 'inert.mjs')
  const child = Bun.spawn(['node', script, pathToFileURL(file).href, names.join(',')], {
    stderr: 'pipe',
  })
  const [printed, complaint] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  const figure = Number.parseFloat(printed)
  if (Number.isNaN(figure)) throw new Error(`the main bundle did not load: ${complaint}`)
  return figure
}

async function loadRow(main: readonly Buffer[]): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-desktop-bench-'))
  try {
    const empty = join(folder, 'empty.mjs')
    writeFileSync(empty, 'export {}\n')
    const names = electronNames(main.map(String).join('\n'))
    const entry = fromRoot('out', 'main', 'index.js')
    const times = await alternate(
      () => loadTime(entry, names),
      () => loadTime(empty, names),
    )
    const what = 'desktop main, until it waits for Electron'
    return { what, against: 'an empty module', unit: 'ms', ...times, bar: null }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * What the desktop app's own code weighs, all chunks of the main process counted, those it loads
 * later too; and how long the main process takes to load in Node with an Electron that does nothing
 * (medians). Needs the desktop build, no PostgreSQL and no Electron.
 */
export async function benchDesktop(): Promise<Row[]> {
  const main = [...builtFiles('main').values()]
  const preload = [...builtFiles('preload').values()]
  const packed = (files: readonly Buffer[]) => kilobytes(files.map((file) => gzipSync(file)))
  return [
    size('desktop main, every chunk', kilobytes(main), BUDGETS.main),
    size('desktop main, every chunk (gzip)', packed(main), BUDGETS.main, false),
    size('desktop preload', kilobytes(preload), BUDGETS.preload),
    size('desktop preload (gzip)', packed(preload), BUDGETS.preload, false),
    await loadRow(main),
  ]
}
