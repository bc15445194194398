import { hostUrls, isDatabaseAddress } from './database/address.ts'

/** A custom scheme such as app://tidemark has the opaque origin "null" in URL. */
export function isOrigin(text: string): boolean {
  const parsed = URL.parse(text)
  return parsed?.origin === text || `${parsed?.protocol}//${parsed?.host}` === text
}

/** An http or https origin; null for more: links made from a path, credentials or a query would be wrong. */
export function readSiteUrl(text: string): string | null {
  const origin = text.replace(/\/+$/, '')
  const parsed = URL.parse(origin)
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') return null
  return parsed.href === `${parsed.origin}/` && !/[?#]$/.test(origin) ? origin : null
}

/** A host that is this machine, as `hostname` of a URL writes it. */
const LOCAL = /^(127\.0\.0\.1|localhost|\[::1\])$/

/** Whether plain text may be sent to an origin: it stays on this machine, or has a scheme of an app. */
export function isSafeOrigin(origin: string): boolean {
  const { protocol, hostname } = URL.parse(origin) ?? {}
  return protocol !== 'http:' || LOCAL.test(hostname ?? '')
}

/** Plain text between servers could be altered, so it is accepted on this machine only. */
export function readExchangeUrl(text: string, secure: string, plain: string): string | null {
  const { protocol, hostname } = URL.parse(text) ?? {}
  const isLocal = protocol === plain && LOCAL.test(hostname ?? '')
  return protocol === secure || isLocal ? text.replace(/\/+$/, '') : null
}

/** Where an error tracker with Sentry's protocol takes envelopes, and the key of the project. */
export interface TrackerAddress {
  url: string
  key: string
}

/** A DSN, `https://KEY@HOST/PATH/PROJECT`; the path is optional. Plain http stays on this machine. */
export function readDsn(text: string): TrackerAddress | null {
  const {
    origin = '',
    protocol,
    username = '',
    pathname = '',
    search,
    hash,
  } = URL.parse(text) ?? {}
  const [, path = '', project] = /^(.*)\/(\w[\w-]*)$/.exec(pathname) ?? []
  const isHttp = protocol === 'https:' || protocol === 'http:'
  if (!isHttp || !isSafeOrigin(origin) || search || hash) return null
  if (!/^[\w-]+$/.test(username) || project === undefined) return null
  return { url: `${origin}${path}/api/${project}/envelope/`, key: username }
}

/** Of libpq's modes `allow` and `prefer` may end in plain text; `no-verify` is the driver's own. */
const TLS_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/**
 * The address of a PostgreSQL server, or of several hosts of one database, for its driver; null for one that cannot be meant. A raw `#`, `/` or
 * `?` in the password ends the user part early, so that the driver would look up a part of the password
 * as a host; then the last `@` is in the path, the query or the fragment.
 *
 * The driver takes `require` and `prefer` for `verify-full` with a warning of eight lines, so they are
 * written as that; `verify-ca` gets libpq's meaning: the authority is checked, the host's name is not.
 */
export function readDatabaseUrl(text: string): string | null {
  if (!isDatabaseAddress(text)) return null
  const [first = ''] = hostUrls(text)
  const url = new URL(first)
  if (url.hash !== '' || text.endsWith('#')) return null
  if (url.pathname.includes('@') || url.search.includes('@')) return null
  if (!isDecodable(url.username) || !isDecodable(url.password)) return null
  const mode = url.searchParams.get('sslmode')
  if (mode === null) return text
  if (!TLS_MODES.includes(mode)) return null
  const strict = text.replace(/([?&]sslmode=)(prefer|require)(?=&|$)/, '$1verify-full')
  return mode === 'verify-ca' ? `${strict}&uselibpqcompat=true` : strict
}
