import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromRoot } from '#build/setup/project.mjs'

/** A member of Electron that does not work everywhere. */
interface RestrictedMember {
  /** Class, module or options object, such as `BrowserWindow`. */
  owner: string
  /** Name of the method, property or event. */
  name: string
  isEvent: boolean
  /** Platforms as in electron.d.ts, and `not on Wayland`. */
  note: string
}

const OWNER = /^ {2}(?:class|interface) (\w+)/
const EVENT = /^ {4}(?:on|once)\(event: '([\w-]+)'/
const MEMBER = /^ {4}(?:static |readonly )*(\w+)\??[(:]/

/** Owners whose members the app does not use; their names are those of others. */
const UNUSED_OWNERS =
  /^(?:BaseWindow|FeedURLOptions|LaunchItems|(?:Open|Save)Dialog\w+|ProgressBarOptions|PushNotifications)$/
/** Methods of every emitter, which electron.d.ts lists once for each of its events. */
const EMITTER_METHODS = new Set(['on', 'off', 'once', 'addListener', 'removeListener'])

/** The members with a platform note, or one that excludes Wayland, in electron.d.ts. */
export function restrictedMembers(declarations: string): RestrictedMember[] {
  const found = new Map<string, RestrictedMember>()
  let owner = ''
  let comment = ''
  for (const line of declarations.split('\n')) {
    owner = OWNER.exec(line)?.[1] ?? owner
    if (line.startsWith('    /**')) comment = ''
    if (/^ {4}(?:\/\*\*| \*)/.test(line)) comment += `${line.replace(/^[ /*]+/, '')} `
    const event = EVENT.exec(line)?.[1]
    const name = event ?? MEMBER.exec(line)?.[1]
    if (!name) continue
    const platforms = /@platform ([\w,]+)/.exec(comment)?.[1]
    const wayland = /Wayland/.test(comment) ? 'not on Wayland' : undefined
    const note = [platforms, wayland].filter(Boolean).join(', ')
    const key = `${owner} ${event ?? ''} ${name}`
    const isOurs = !UNUSED_OWNERS.test(owner) && !EMITTER_METHODS.has(name)
    if (note && isOurs && !found.has(key)) {
      found.set(key, { owner, name, note, isEvent: event !== undefined })
    }
    comment = ''
  }
  return [...found.values()]
}

/** The code of main process and preload, without comments. */
function appCode(): string {
  const filesIn = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/\.(?:test|fixture)\.ts$/.test(name))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
  return ['main', 'preload']
    .flatMap((part) => filesIn(fromRoot('desktop', part)))
    .map((text) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''))
    .join('\n')
}

/** A member as the code can name it: `.name`, `'name'` in a list of used ones, `name:` of an option. */
function isNamed(code: string, { owner, name, isEvent }: RestrictedMember): boolean {
  if (isEvent) return code.includes(`'${name}'`)
  if (/(?:Options|Settings|Items|Preferences)$/.test(owner)) {
    return new RegExp(`(?<![.\\w'])${name}\\b(?=:|,)`).test(code)
  }
  return new RegExp(`\\.${name}\\b(?!')|'${name}'`).test(code)
}

/**
 * The restricted members whose names the app uses, by name; each lists the owners of that name, so a
 * few are not the app's own.
 */
export function usedRestrictedMembers(): Map<string, string> {
  const declarations = fromRoot('node_modules', 'electron', 'electron.d.ts')
  const code = appCode()
  const used = new Map<string, string>()
  for (const member of restrictedMembers(readFileSync(declarations, 'utf8'))) {
    if (!isNamed(code, member)) continue
    const { owner, name, note } = member
    used.set(name, [used.get(name), `${owner} (${note})`].filter(Boolean).join('; '))
  }
  return used
}
