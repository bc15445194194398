import { redact } from './redact.ts'

/** Maximum characters of the texts of an error report. */
export const REPORT_MAX = { name: 40, message: 500, stack: 4_000 }

interface ReportTexts {
  /** Class of the error, such as TypeError. */
  name: string
  message: string
  /** Lines of the stack; only frames are left of it. */
  stack: string
}

/** Characters read of a text. More is read than is left, so that no secret is cut in half. */
const READ_MAX = 16_000

/** The home folder of a person, whose name may contain spaces. */
const HOME = /(?:\/(?:home|Users)|\b[a-z]:[\\/]+Users)[\\/]+[^\\/\n"'`()]*/gi
/** Line and column behind an address. */
const POSITION = /(?::\d{1,9}){1,2}$/
/** User and password of an address. */
const CREDENTIALS = /\/\/[^\s/@]*@/g
const PERSON = /(\/(?:u|users)\/)[\w-]+/gi
const ID = /\/\d+(?=\/|$)/g
const DATE = /\/\d{4}-\d\d-\d\d(?=\/|$)/g

/** A frame of V8 (`at name (address:1:2)`), or of Firefox and Safari (`name@address:1:2`). */
const FRAME = /^\s*at .*(?::\d+:\d+\)?|\(<anonymous>\)|\(native\))$|^\S*:\d+:\d+$/

/** Quoted text. An apostrophe inside a word neither opens nor closes a quote. */
const QUOTED = /"[^"\n]*"|`[^`\n]*`|(?<!\w)'(?:[^'\n]|'(?=\w))*'/g
/** Names of members, elements and modules, which a diagnosis needs. */
const IDENTIFIER = /^.[\w$.#:/[\]=-]{0,40}.$/

/** Leaves origin and pattern of an address: no user, query, fragment or id. */
function scrubAddress(token: string): string {
  if (!/[/\\]/.test(token)) return token
  const [position = ''] = POSITION.exec(token) ?? []
  const path = token.slice(0, token.length - position.length).replace(/[?#].*$/, '')
  return path.replace(PERSON, '$1:code').replace(DATE, '/:date').replace(ID, '/:id') + position
}

function scrub(text: string): string {
  const readable = text.slice(0, READ_MAX).replace(/[^\P{Cc}\n]+|[\p{Zl}\p{Zp}]+/gu, ' ')
  return redact(readable.replace(HOME, '~').replace(CREDENTIALS, '//')).replace(
    /[^\s'"`()]+/g,
    scrubAddress,
  )
}

/** Engines quote the parsed text in errors of JSON, which may be a person's. */
const scrubQuotes = (message: string) =>
  /\bJSON\b/.test(message)
    ? message.replace(/["'`][\s\S]*["'`]/, '"…"')
    : message.replace(QUOTED, (quote) => (IDENTIFIER.test(quote) ? quote : '"…"'))

const framesOf = (stack: string) =>
  stack
    .slice(0, READ_MAX)
    .split('\n')
    .filter((line) => FRAME.test(line))
    .map((line) => line.trim())
    .join('\n')

const cut = (text: string, max: number) => text.slice(0, max).toWellFormed()

/**
 * Removes from an error what may belong to a person: secrets, email addresses, quoted text, queries, ids
 * in paths and home folders.
 */
export function scrubReport({ name, message, stack }: ReportTexts): ReportTexts {
  const isName = /^[A-Za-z_$][\w$.]*$/.test(name) && redact(name) === name
  return {
    name: isName ? cut(name, REPORT_MAX.name) : 'Error',
    message: cut(scrub(scrubQuotes(message.slice(0, READ_MAX))).trim(), REPORT_MAX.message),
    stack: cut(scrub(framesOf(stack)), REPORT_MAX.stack),
  }
}
