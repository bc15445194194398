import ipaddr from 'ipaddr.js'
import { EXCHANGES } from '#shared/rules/exchanges.ts'

/** A value of the environment that cannot be used. The message names the variable. */
export class ConfigError extends Error {}

/** Stops the start. Throws ConfigError, always. */
export function refuse(name: string, value: string, want: string): never {
  // The value is shown only when it cannot be a secret.
  const shown = /SECRET|URL|TOKEN|ENDPOINT/.test(name)
    ? ''
    : ` (${JSON.stringify(value.slice(0, 60))})`
  throw new ConfigError(`${name}${shown} must be ${want}.`)
}

/** A whole number between `min` and `max`. */
export function wholeNumber(name: string, value: string, min: number, max: number): number {
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < min || number > max) {
    refuse(name, value, `a whole number from ${min} to ${max}`)
  }
  return number
}

/** One of the words of `choices`. */
export function oneOf<const Choice extends string>(
  name: string,
  value: string,
  choices: readonly Choice[],
): Choice {
  const found = choices.find((choice) => choice === value)
  return found ?? refuse(name, value, `one of: ${choices.join(', ')}`)
}

/** An absolute URL with one of `protocols` (such as "https:"), without a trailing slash. */
export function url(name: string, value: string, protocols: readonly string[]): string {
  const parsed = URL.canParse(value) ? new URL(value) : null
  if (!parsed || !protocols.includes(parsed.protocol)) {
    return refuse(name, value, `a URL beginning with ${protocols.join(' or ')}`)
  }
  return value.replace(/\/+$/, '')
}

/** An address or a name to listen on. */
export function host(name: string, value: string): string {
  const isName = /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(value)
  return isName || isAddress(value) ? value : refuse(name, value, 'an address or a host name')
}

/** A host as it stands in a URL: an IPv6 address in brackets. */
export function hostInUrl(value: string): string {
  return value.includes(':') ? `[${value}]` : value
}

/** IPv4 only with all four parts: "1" is no address that anybody means. */
function isAddress(value: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(value) || ipaddr.IPv6.isValid(value)
}

/** Words separated by commas; empty ones are left out. */
export function list(value: string): string[] {
  return value
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

/** Web origins: scheme and host, no path. */
export function origins(name: string, value: string): string[] {
  return list(value).map((origin) => {
    const parsed = URL.canParse(origin) ? new URL(origin) : null
    // A custom scheme such as app://tidemark has the opaque origin "null" in URL.
    const own =
      parsed && (parsed.origin === origin || `${parsed.protocol}//${parsed.host}` === origin)
    return own ? origin : refuse(name, origin, 'a list of origins such as https://example.com')
  })
}

/** Addresses or CIDR blocks of proxies. */
export function networks(name: string, value: string): string[] {
  return list(value).map((network) => {
    const good = network.includes('/') ? ipaddr.isValidCIDR(network) : isAddress(network)
    return good ? network : refuse(name, network, 'a list of addresses or CIDR blocks')
  })
}

/** Addresses of people. */
export function emails(name: string, value: string): string[] {
  return list(value).map((email) =>
    /^[^\s@]+@[^\s@]+$/.test(email)
      ? email.toLowerCase()
      : refuse(name, email, 'a list of e-mail addresses'),
  )
}

const FEEDS = ['auto', ...EXCHANGES, 'simulated'] as const

/** Which prices the server plays. */
export type PriceFeed = (typeof FEEDS)[number] | `replay:${string}`

/** One of the feeds, or a file of candles to replay. */
export function priceFeed(name: string, value: string): PriceFeed {
  if (/^replay:./.test(value)) return `replay:${value.slice('replay:'.length)}`
  const known = FEEDS.find((candidate) => candidate === value)
  return known ?? refuse(name, value, `one of: ${FEEDS.join(', ')}, replay:<file.csv>`)
}
