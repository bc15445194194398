import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { fromRoot } from '#build/setup/project.mjs'
import { alternate } from '#tests/load/compare.ts'
import type { Row } from '#tests/load/report.ts'
import { BUDGETS, builtFiles, kilobytes } from './built.ts'

/** A row against a budget; informational unless `isJudged`. */
function size(what: string, own: number, budget: number, isJudged = true): Row {
  return { what, against: 'budget', unit: 'kB', own, baseline: budget, bar: isJudged ? 1 : null }
}

/** Names that the build imports from Electron and the keychain, or takes from their namespaces. */
function electronNames(code: string): string[] {
  const module = `from\\s*["'](?:electron|@napi-rs/keyring)["']`
  const named = new RegExp(`import\\s*(?:\\w+\\s*,\\s*)?\\{([^}]*)\\}\\s*${module}`, 'g')
  const whole = new RegExp(`import\\s*(?:\\w+\\s*,\\s*)?\\*\\s*as\\s+(\\w+)\\s*${module}`, 'g')
  const lists = [...code.matchAll(named)].map(([, list = '']) => list)
  for (const [, namespace = ''] of code.matchAll(whole)) {
    const taken = code.matchAll(new RegExp(`\\{([^{}]*)\\}\\s*=\\s*${namespace}\\b`, 'g'))
    lists.push(...[...taken].map(([, list = '']) => list))
  }
  const names = lists.flatMap((list) => list.match(/(?<=^|,)\s*\w+/g) ?? [])
  return [...new Set(names.map((name) => name.trim()))]
}

/** Load time of a module in its own Node process with a stub of Electron, milliseconds. */
async function loadTime(file: string, names: readonly string[], folder: string): Promise<number> {
  const script = fromRoot('tests', 'load', 'desktop', 'electron-stub.mjs')
  const args = [script, pathToFileURL(file).href, names.join(','), folder]
  const child = Bun.spawn(['node', ...args], { stderr: 'pipe' })
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
      () => loadTime(entry, names, folder),
      () => loadTime(empty, names, folder),
    )
    const what = 'desktop main, until it waits for Electron'
    return { what, against: 'an empty module', unit: 'ms', ...times, bar: null }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Measures the size of the desktop bundles, lazy chunks included, and the load time of the main process
 * in Node with a stub of Electron (medians). Needs the desktop build only.
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
