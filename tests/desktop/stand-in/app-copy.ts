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

const ROOT = resolve(import.meta.dir, '../../..')

/** Registry of the objects injected into a copy, by its number. */
export const HANDED = Symbol.for('tidemark.stand-in')

/** Globals that the app's code gets injected. */
const GIVEN = ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'console']

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
  isPlayed?: boolean
}

let count = 0

/**
 * Copies the built app for one start: a fresh module graph, an injected `electron`, counted timers,
 * captured console, and the API at `apiOrigin`.
 */
export function copyApp(apiOrigin: string, options: CopyOptions = {}): AppCopy {
  const { out = join(ROOT, 'out'), isPlayed = true } = options
  const number = ++count
  const root = join(ROOT, 'out', 'stand-in', `${process.pid}-${number}`)
  const folder = join(root, 'out')
  for (const part of ['main', 'preload', 'renderer']) {
    if (existsSync(join(out, part))) {
      cpSync(join(out, part), join(folder, part), { recursive: true })
    }
  }
  const handed = `globalThis[Symbol.for('tidemark.stand-in')].get(${number})`
  const given = `{ ${GIVEN.join(', ')} }`
  if (isPlayed) {
    writeElectron(join(folder, 'node_modules', 'electron'), handed)
    writeFileSync(join(folder, 'given.js'), `export const ${given} = ${handed}.given\n`)
  }
  let isPointed = false
  for (const file of scriptsIn(join(folder, 'main'))) {
    const code = readFileSync(file, 'utf8')
    isPointed ||= code.includes(apiUrl)
    const start = `import ${given} from ${JSON.stringify(join(folder, 'given.js'))};\n`
    writeFileSync(file, (isPlayed ? start : '') + code.replaceAll(apiUrl, apiOrigin))
  }
  if (!isPointed) throw new Error(`${out} was not built for ${apiUrl}`)
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
function writeElectron(folder: string, handed: string): void {
  const exported = EXPORTS.map((name) => `export const ${name} = all.${name}`).join('\n')
  const exports = { import: './index.mjs', require: './index.cjs' }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'electron', exports }))
  writeFileSync(join(folder, 'index.cjs'), `module.exports = ${handed}.electron\n`)
  const module = `const all = ${handed}.electron\nexport default all\n${exported}\n`
  writeFileSync(join(folder, 'index.mjs'), module)
}
