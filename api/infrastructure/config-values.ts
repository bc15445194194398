import { type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import ipaddr from 'ipaddr.js'
import { AdSlot } from '#shared/contract/site.ts'
import { isBitcoinAddress, isEthereumAddress } from '#shared/rules/crypto-addresses.ts'
import { EXCHANGES } from '#shared/rules/exchanges.ts'

/** Documentation of one setting; its help line, error message and docs entry are made of it. */
export interface SettingOptions {
  description: string
  /** Text of the value when the variable is unset; without one the setting is optional. */
  default?: string
  /** Completes "must be …" in the error line. */
  expected?: string
  /** The value is never printed. */
  secret?: true
}

class InvalidValue extends Error {}

/** A string setting that `parse` validates and converts; `parse` returns null for a bad value. */
function setting<T>(options: SettingOptions, parse: (text: string) => T | null) {
  return Type.Transform(Type.String({ ...options }))
    .Decode((text) => {
      const value = parse(text)
      if (value === null) throw new InvalidValue()
      return value
    })
    .Encode(String)
}

/** A setting that is null while its variable is unset. */
export const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(schema)

export const text = (options: SettingOptions) => setting(options, (value) => value)

export function wholeNumber(min: number, max: number, options: SettingOptions) {
  const expected = `a whole number from ${min} to ${max}`
  return setting({ expected, ...options }, (value) => {
    const number = Number(value)
    return /^\d+$/.test(value) && number >= min && number <= max ? number : null
  })
}

export function oneOf<const Choice extends string>(
  choices: readonly Choice[],
  options: SettingOptions,
) {
  const expected = `one of: ${choices.join(', ')}`
  return setting(
    { expected, ...options },
    (value) => choices.find((choice) => choice === value) ?? null,
  )
}

export function secret(options: SettingOptions) {
  return setting({ expected: '32 characters or more', secret: true, ...options }, (value) =>
    value.length >= 32 ? value : null,
  )
}

/** An absolute URL with one of `protocols` (such as "https:"), without trailing slashes. */
export function url(protocols: readonly string[], options: SettingOptions) {
  const expected = `a URL beginning with ${protocols.join(' or ')}`
  return setting({ expected, secret: true, ...options }, (value) => {
    const isKnown = protocols.includes(URL.parse(value)?.protocol ?? '')
    return isKnown ? value.replace(/\/+$/, '') : null
  })
}

export function host(options: SettingOptions) {
  return setting({ expected: 'an address or a host name', ...options }, (value) =>
    /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(value) || isAddress(value) ? value : null,
  )
}

/** A host as written in a URL: IPv6 in brackets. */
export function hostInUrl(value: string): string {
  return value.includes(':') ? `[${value}]` : value
}

/** IPv4 needs all four parts: "1" parses but nobody means it. */
function isAddress(value: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(value) || ipaddr.IPv6.isValid(value)
}

/** Comma-separated items, all of which `isValid`. */
function list(options: SettingOptions, isValid: (item: string) => boolean) {
  return setting({ default: '', ...options }, (value) => {
    const items = value.split(',').map((item) => item.trim())
    const given = items.filter((item) => item !== '')
    return given.every(isValid) ? given : null
  })
}

export const origins = (options: SettingOptions) =>
  list({ expected: 'a list of origins such as https://example.com', ...options }, (origin) => {
    const parsed = URL.parse(origin)
    // A custom scheme such as app://tidemark has the opaque origin "null" in URL.
    return parsed?.origin === origin || `${parsed?.protocol}//${parsed?.host}` === origin
  })

export const networks = (options: SettingOptions) =>
  list({ expected: 'a list of addresses or CIDR blocks', ...options }, (network) =>
    network.includes('/') ? ipaddr.isValidCIDR(network) : isAddress(network),
  )

export const emails = (options: SettingOptions) =>
  list({ expected: 'a list of email addresses', ...options }, (email) =>
    /^[^\s@]+@[^\s@]+$/.test(email),
  )

const FEEDS = ['auto', ...EXCHANGES, 'simulated'] as const

/** Source of prices: an exchange or a file of candles. */
export type PriceFeed = (typeof FEEDS)[number] | `replay:${string}`

export function priceFeed(options: SettingOptions) {
  const expected = `one of: ${FEEDS.join(', ')}, replay:<file.csv>`
  return setting({ expected, ...options }, (value): PriceFeed | null => {
    if (/^replay:./.test(value)) return `replay:${value.slice('replay:'.length)}`
    return FEEDS.find((feed) => feed === value) ?? null
  })
}

export const bitcoinAddress = (options: SettingOptions) =>
  setting(
    { expected: 'a Bitcoin main-network address with a valid checksum', ...options },
    (value) => (isBitcoinAddress(value) ? value : null),
  )

export const ethereumAddress = (options: SettingOptions) =>
  setting({ expected: 'an Ethereum address with a valid EIP-55 checksum', ...options }, (value) =>
    isEthereumAddress(value) ? value : null,
  )

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

export function adSlot(options: SettingOptions) {
  const expected = 'JSON such as {"image":"https://…","href":"https://…","alt":"…"}'
  return setting({ expected, ...options }, (value) => {
    const slot = parseJson(value)
    const isValid = Value.Check(AdSlot, slot) && URL.canParse(slot.image) && URL.canParse(slot.href)
    return isValid ? slot : null
  })
}
