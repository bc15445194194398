import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { apiUrl } from '#build/api-url.mjs'
import { EXPORTS } from './exports.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

/** Registry of the objects injected into a copy, by its number. */
export const REGISTRY_KEY = Symbol.for('tidemark.stand-in')

/** Globals that the app's code gets injected. */
const GLOBAL_NAMES = [
  'setTimeout',
  'setInterval',
  'clearTimeout',
  'clearInterval',
  'console',
  'process',
  'fetch',
  'WebSocket',
]

/** A temporary copy of the built app; `out` contains main, preload and renderer. */
export interface AppCopy {
  number: number
  folder: string
  main: string
  dispose(): void
}

interface CopyOptions {
  /** Build folder instead of `out`. */
  out?: string | undefined
  /** False for real Electron, which runs the code unchanged except for the API URL. */
  usesStandIn?: boolean
}

let count = 0

/**
 * Copies the built app for one start: a fresh module graph, an injected `electron`, counted timers,
 * captured console, and the API at `apiOrigin`.
 */
export function copyApp(apiOrigin: string, options: CopyOptions = {}): AppCopy {
  const { out = join(ROOT, 'out'), usesStandIn = true } = options
  const number = ++count
  const root = join(ROOT, 'out', 'stand-in', `${process.pid}-${number}`)
  const folder = join(root, 'out')
  for (const part of ['main', 'preload', 'renderer']) {
    if (existsSync(join(out, part))) {
      cpSync(join(out, part), join(folder, part), { recursive: true })
    }
  }
  const registry = `globalThis[Symbol.for('tidemark.stand-in')].get(${number})`
  const globals = `{ ${GLOBAL_NAMES.join(', ')} }`
  if (!usesStandIn) {
    cpSync(join(ROOT, 'build', 'icons'), join(root, 'build', 'icons'), { recursive: true })
  } else {
    writeElectron(join(folder, 'node_modules', 'electron'), registry)
    writeFileSync(join(folder, 'globals.js'), `export const ${globals} = ${registry}.globals\n`)
  }
  let hasApiUrl = false
  for (const file of scriptsIn(join(folder, 'main'))) {
    const code = readFileSync(file, 'utf8')
    hasApiUrl ||= code.includes(apiUrl)
    const start = `import ${globals} from ${JSON.stringify(join(folder, 'globals.js'))};\n`
    writeFileSync(file, (usesStandIn ? start : '') + code.replaceAll(apiUrl, apiOrigin))
  }
  if (!hasApiUrl) throw new Error(`${out} was not built for ${apiUrl}`)
  return {
    number,
    folder,
    main: join(folder, 'main', 'index.js'),
    dispose: () => rmSync(root, { recursive: true, force: true }),
  }
}

const scriptsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(folder, name))

/** A package `electron` that resolves before the real one. */
function writeElectron(folder: string, registry: string): void {
  const exported = EXPORTS.map((name) => `export const ${name} = all.${name}`).join('\n')
  const exports = { import: './index.mjs', require: './index.cjs' }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'electron', exports }))
  writeFileSync(join(folder, 'index.cjs'), `module.exports = ${registry}.electron\n`)
  const module = `const all = ${registry}.electron\nexport default all\n${exported}\n`
  writeFileSync(join(folder, 'index.mjs'), module)
}
