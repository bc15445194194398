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

/** What the code of a copy is handed, by the number of the copy. */
export const HANDED = Symbol.for('tidemark.stand-in')

/** What the code of the app is given in the place of the global ones. */
const GIVEN = ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'console']

/** A throw-away copy of the built app; `out` is the folder of main, preload and renderer. */
export interface AppCopy {
  number: number
  folder: string
  main: string
  dispose(): void
}

interface CopyOptions {
  /** What was built, instead of `out`. */
  out?: string | undefined
  /** False for the true Electron, which is given the code as it is but for the address. */
  isPlayed?: boolean
}

let count = 0

/**
 * Copies the built app, so that every start runs it anew: its entry is evaluated again, `electron` is
 * what was handed to it, its timers are counted, what it prints is kept, and it speaks to the API at `apiOrigin`.
 */
export function copyApp(apiOrigin: string, options: CopyOptions = {}): AppCopy {
  const { out = join(ROOT, 'out'), isPlayed = true } = options
  const number = ++count
  const root = join(ROOT, 'out', 'stand-in', `${process.pid}-${number}`)
  const folder = join(root, 'out')
  const icons = join('build', 'icons', 'tray')
  cpSync(join(ROOT, icons), join(root, icons), { recursive: true })
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

/** A package called electron that lies nearer to the copy than the true one. */
function writeElectron(folder: string, handed: string): void {
  const exported = EXPORTS.map((name) => `export const ${name} = all.${name}`).join('\n')
  const exports = { import: './index.mjs', require: './index.cjs' }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'electron', exports }))
  writeFileSync(join(folder, 'index.cjs'), `module.exports = ${handed}.electron\n`)
  const module = `const all = ${handed}.electron\nexport default all\n${exported}\n`
  writeFileSync(join(folder, 'index.mjs'), module)
}
