import { type Config, ConfigError } from '#api/infrastructure/config.ts'
import { readExchangeUrl } from '#api/infrastructure/setting-urls.ts'
import { KEY_TYPES, parseVerifierKey, type VerifierKey } from '#shared/rules/log/verifier-key.ts'

/** A witness that cosigns checkpoints. */
export interface Witness {
  /** Of the type `cosignature`. */
  key: VerifierKey
  /** Prefix of `add-checkpoint`, without slashes at its end. */
  url: string
}

const MAX_ENTRIES = 16

/** Entries between commas and line breaks; empty ones do not count. Throws an Error for too many. */
function entriesOf(text: string): string[] {
  const entries = text
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  if (entries.length > MAX_ENTRIES) throw new Error(`more than ${MAX_ENTRIES} entries`)
  return entries
}

/** An https address, http on this machine only; null with a user, a query or a fragment. */
function readServerUrl(text: string): string | null {
  const url = readExchangeUrl(text, 'https:', 'http:')
  const { username, password, search, hash } = URL.parse(text) ?? {}
  const isPlain = !username && !password && !search && !hash && !/[?#\s]/.test(text)
  return isPlain ? url : null
}

function refuseRepeated(values: readonly string[], what: string): void {
  const repeated = values.find((value, index) => values.indexOf(value) !== index)
  if (repeated !== undefined) throw new Error(`${what} ${repeated} is named twice`)
}

/**
 * Reads LOG_WITNESSES: entries `vkey address` between commas or line breaks. Throws an Error with one line
 * about the first problem.
 */
export function readWitnesses(text: string): Witness[] {
  const witnesses = entriesOf(text).map((entry) => {
    const [vkey = '', address = '', ...more] = entry.split(/\s+/)
    if (address === '' || more.length > 0) throw new Error(`"${entry}" is not "vkey address"`)
    const key = parseVerifierKey(vkey)
    if (key?.type !== KEY_TYPES.cosignature) {
      throw new Error(`"${vkey}" is not the vkey of an Ed25519 cosigner (type 0x04)`)
    }
    const url = readServerUrl(address)
    if (url === null) throw new Error(`"${address}" is not an https address`)
    return { key, url }
  })
  refuseRepeated(
    witnesses.map(({ key }) => key.name),
    'the witness',
  )
  refuseRepeated(
    witnesses.map(({ url }) => url),
    'the address',
  )
  return witnesses
}

/**
 * Reads TIMESTAMP_CALENDARS: addresses of OpenTimestamps calendars between commas or line breaks, not of
 * pools, which name other calendars in their replies. Throws an Error with one line about the first problem.
 */
export function readCalendars(text: string): string[] {
  const calendars = entriesOf(text).map((address) => {
    const url = readServerUrl(address)
    if (url === null) throw new Error(`"${address}" is not an https address`)
    return url
  })
  refuseRepeated(calendars, 'the calendar')
  return calendars
}

/** Witnesses and calendars of the configuration. @throws ConfigError with one line that names the setting */
export function readLogSettings(config: Pick<Config, 'logWitnesses' | 'timestampCalendars'>): {
  witnesses: Witness[]
  calendars: string[]
} {
  const read = <Value>(name: string, parse: (text: string) => Value, text: string): Value => {
    try {
      return parse(text)
    } catch (error) {
      throw new ConfigError(`${name}: ${error instanceof Error ? error.message : error}.`)
    }
  }
  return {
    witnesses: read('LOG_WITNESSES', readWitnesses, config.logWitnesses),
    calendars: read('TIMESTAMP_CALENDARS', readCalendars, config.timestampCalendars),
  }
}
