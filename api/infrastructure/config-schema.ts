import { type StaticDecode, type TString, type TTransform, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import ipaddr from 'ipaddr.js'
import { AdSlot } from '#shared/contract/site.ts'
import { isBitcoinAddress, isEthereumAddress } from '#shared/rules/crypto-addresses.ts'
import { EXCHANGES } from '#shared/rules/exchanges.ts'
import { isOrigin, readDatabaseUrl, readDsn, readExchangeUrl, readSiteUrl } from './setting-urls.ts'

/** A setting with this default as text; without one it is null while its variable is unset. */
interface Setting<T> {
  (description: string, fallback: string): TTransform<TString, T>
  (description: string): TTransform<TString, T | null>
}

/** A kind of setting. `expected` completes "must be …"; `parse` returns null for a bad value. */
function kind<T>(
  expected: string,
  parse: (value: string) => T | null,
  isSecret = false,
): Setting<T> {
  function setting(description: string, fallback: string): TTransform<TString, T>
  function setting(description: string): TTransform<TString, T | null>
  function setting(
    description: string,
    fallback?: string,
  ): TTransform<TString, T> | TTransform<TString, T | null> {
    return Type.Transform(Type.String({ description, default: fallback ?? '', expected, isSecret }))
      .Decode((text): T | null => {
        if (text === '' && fallback === undefined) return null
        const value = parse(text)
        if (value === null) throw new Error(expected)
        return value
      })
      .Encode(String)
  }
  return setting
}

/** A kind whose values stay as written. */
const matching = (expected: string, isValid: (text: string) => boolean, isSecret?: boolean) =>
  kind(expected, (text) => (isValid(text) ? text : null), isSecret)

/** Comma-separated items, all of which `isValid`. */
const list = (expected: string, isValid: (item: string) => boolean) =>
  kind(`a list of ${expected}`, (text) => {
    const items = text.split(',').map((item) => item.trim())
    const given = items.filter((item) => item !== '')
    return given.every(isValid) ? given : null
  })

const oneOf = <const Choice extends string>(...choices: Choice[]) =>
  kind(`one of: ${choices.join(', ')}`, (text) => choices.find((choice) => choice === text) ?? null)

const wholeNumber = (min: number, max: number) =>
  kind(`a whole number from ${min} to ${max}`, (text) =>
    /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : null,
  )

/** An absolute URL with one of `protocols` (such as "https:"), without trailing slashes. */
const url = (...protocols: string[]) =>
  kind(
    `a URL beginning with ${protocols.join(' or ')}`,
    (text) =>
      protocols.includes(URL.parse(text)?.protocol ?? '') ? text.replace(/\/+$/, '') : null,
    true,
  )

/** IPv4 needs all four parts: "1" parses but nobody means it. */
const isAddress = (text: string) =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)

const FEEDS = ['auto', ...EXCHANGES, 'simulated'] as const

/** Source of prices: an exchange or a file of candles. */
export type PriceFeed = (typeof FEEDS)[number] | `replay:${string}`

const isReplay = (value: string): value is `replay:${string}` => /^replay:./.test(value)

const priceFeed = kind<PriceFeed>(`one of: ${FEEDS.join(', ')}, replay:<file.csv>`, (value) =>
  isReplay(value) ? value : (FEEDS.find((feed) => feed === value) ?? null),
)

const AD = '{"image":"https://…","href":"https://…","alt":"…"}'

const adSlot = kind(`JSON such as ${AD}`, (text) => {
  const slot: unknown = JSON.parse(text)
  const isValid = Value.Check(AdSlot, slot) && URL.canParse(slot.image) && URL.canParse(slot.href)
  return isValid ? slot : null
})

const text = matching('text', () => true)
const secretText = matching('text', () => true, true)
const secret = matching('32 characters or more', (value) => value.length >= 32, true)
const exchangeUrl = (secure: string, plain: string) =>
  kind(`a URL beginning with ${secure}// (or ${plain}// on this machine)`, (text) =>
    readExchangeUrl(text, secure, plain),
  )
const restUrl = exchangeUrl('https:', 'http:')
const streamUrl = exchangeUrl('wss:', 'ws:')
const host = matching(
  'an address or a host name',
  (value) => /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(value) || isAddress(value),
)
const bitcoin = matching('a Bitcoin main-network address with a valid checksum', isBitcoinAddress)
const ethereum = matching('an Ethereum address with a valid EIP-55 checksum', isEthereumAddress)
const emails = list('email addresses', (item) => /^[^\s@]+@[^\s@]+$/.test(item))
const origins = list('origins such as https://example.com', isOrigin)
/** A wider block than 10.0.0.0/8 or fc00::/7 trusts strangers to name any client address. */
function isNetwork(item: string): boolean {
  if (!item.includes('/')) return isAddress(item)
  if (!ipaddr.isValidCIDR(item)) return false
  const [range, bits] = ipaddr.parseCIDR(item)
  // Addresses of IPv4 are compared as such, so a block in this notation would trust nobody.
  if (range instanceof ipaddr.IPv6 && range.isIPv4MappedAddress()) return false
  return bits >= (range.kind() === 'ipv4' ? 8 : 7)
}

const networks = list('addresses or CIDR blocks from /8 (IPv6: /7)', isNetwork)
const port = (min: number) => wholeNumber(min, 65_535)
const httpUrl = url('http:', 'https:')
const siteUrl = kind(
  'an origin such as https://tidemark.example, without path, user and query',
  readSiteUrl,
  true,
)
const databaseUrl = kind(
  'a URL such as postgresql://user:password@host:5432/database, its hosts for writes, with @ # / ? % in the password percent-encoded (@ as %40)',
  readDatabaseUrl,
  true,
)
const busUrl = url('redis:', 'rediss:', 'valkey:', 'valkeys:')
const poolSize = wholeNumber(4, 10_000)
const environmentName = oneOf('development', 'test', 'production')
const flag = oneOf('0', '1')
const onOff = oneOf('on', 'off')
const dsn = kind('a DSN such as https://KEY@tracker.example/PROJECT', readDsn, true)
const logLevel = oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent')

/**
 * Every environment variable that the server reads. Type, default, `--help` line, error message and
 * docs/CONFIGURATION.md come from this schema.
 */
export const Settings = Type.Object({
  PORT: port(0)('Port of the API and the site; 0 takes any free port.', '3000'),
  HOST: host('Address to listen on; 0.0.0.0 for every interface.', '127.0.0.1'),
  PUBLIC_URL: siteUrl(
    'Origin of the site for its visitors, https in production; unset = http://HOST:PORT.',
  ),
  NODE_ENV: environmentName(
    'development, test or production, which refuses the local sign-in, prices that are not real, plain http and a weak secret.',
    'development',
  ),
  DATA_DIR: text('Folder of the embedded database and the secrets made at first.', './data'),
  DATABASE_URL: databaseUrl(
    'postgresql://a,b/… with the hosts of one database, for TLS with sslmode; unset = the embedded database in DATA_DIR.',
  ),
  DATABASE_DIRECT_URL: databaseUrl('The same database past a transaction pooler in DATABASE_URL.'),
  DATABASE_CONNECTIONS: poolSize('Pool size of this instance, 20 when unset; needs DATABASE_URL.'),
  BUS_URL: busUrl(
    'redis://…, valkey://…, with TLS rediss://… or valkeys://…; unset = LISTEN/NOTIFY of the database.',
  ),
  REUSE_PORT: flag('1 lets several instances share PORT; needs Linux and DATABASE_URL.', '0'),
  METRICS_PORT: port(1)(
    'Port for /metrics, /livez and /readyz of this instance; /metrics is then at this port alone.',
  ),
  METRICS_TOKEN: secret(
    'Bearer token for /metrics, 32 characters or more; unset = this machine only, in production nobody.',
  ),
  PRICE_FEED: priceFeed(
    'auto, binance, okx, bybit, coinbase, simulated or replay:<file.csv>; auto takes the first exchange that answers.',
    'auto',
  ),
  BINANCE_REST_URL: restUrl('Candles of Binance.', 'https://data-api.binance.vision'),
  BINANCE_STREAM_URL: streamUrl('Live prices of Binance.', 'wss://data-stream.binance.vision'),
  OKX_REST_URL: restUrl(
    'Candles of OKX, in the United States https://us.okx.com.',
    'https://openapi.okx.com',
  ),
  OKX_STREAM_URL: streamUrl(
    'Live prices of OKX, in the United States wss://wsus.okx.com:8443.',
    'wss://ws.okx.com:8443',
  ),
  BYBIT_REST_URL: restUrl('Candles of Bybit.', 'https://api.bybit.com'),
  BYBIT_STREAM_URL: streamUrl('Live prices of Bybit.', 'wss://stream.bybit.com'),
  COINBASE_REST_URL: restUrl('Candles of Coinbase.', 'https://api.exchange.coinbase.com'),
  COINBASE_STREAM_URL: streamUrl('Live prices of Coinbase.', 'wss://ws-feed.exchange.coinbase.com'),
  JWT_SECRET: secret('Signs access tokens, 32 random characters or more; required in production.'),
  RECEIPT_KEY: secret('Signs receipts, one for all instances; production on PostgreSQL needs it.'),
  LOG_WITNESSES: text(
    'Witnesses of the log, "vkey address" each, comma-separated; see docs/OPERATIONS.md.',
    '',
  ),
  TIMESTAMP_CALENDARS: text(
    'OpenTimestamps calendars for the checkpoints of the log, comma-separated; unset = none.',
    '',
  ),
  PUSH_KEY: secret('Signs push messages, one for all instances; required like RECEIPT_KEY.'),
  IDENTITY_KEY: secret('Hashes identities of deleted accounts; required like RECEIPT_KEY.'),
  GOOGLE_CLIENT_ID: text('OAuth client id of the site at Google; unset = the local sign-in.'),
  GOOGLE_CLIENT_SECRET: secretText(
    'Its secret, with which the server exchanges the codes of the desktop app; unset = only the web build offers Google, whose button needs none.',
  ),
  OIDC_PROVIDERS: secretText('JSON list of further sign-in providers; see docs/OPERATIONS.md.'),
  ADMIN_EMAILS: emails('Admins from their first sign-in on, comma-separated.', ''),
  CORS_ORIGINS: origins('Further origins that may call the API, comma-separated.', ''),
  TRUSTED_PROXIES: networks(
    'Proxies whose X-Forwarded-For is trusted: addresses or CIDR blocks.',
    '',
  ),
  ADDRESS_LIMIT_FACTOR: wholeNumber(1, 1_000)(
    'Multiplies what one address may do: requests a minute and open streams.',
    '1',
  ),
  STREAMS_MAX: wholeNumber(1, 1_000_000)('Open streams of this instance.', '50000'),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl(
    'OTLP/HTTP collector for traces, such as http://127.0.0.1:4318; unset = none.',
  ),
  OTEL_SERVICE_NAME: text('Name of this service in the traces.', 'tidemark'),
  DONATION_BTC: bitcoin(
    'Bitcoin address of the donation page; unset = an example outside production.',
  ),
  DONATION_ETH: ethereum(
    'Ethereum address of the donation page; unset = an example outside production.',
  ),
  AD_TOP: adSlot(`Ad slot: ${AD}.`),
  AD_MIDDLE: adSlot('The same for the middle slot.'),
  AD_BOTTOM: adSlot('The same for the bottom slot.'),
  CLIENT_ERRORS: onOff(
    'on lets web pages and desktop apps report their errors to this server; off asks them not to.',
    'on',
  ),
  CLIENT_ERRORS_TRACKER: dsn(
    "DSN of an error tracker with Sentry's protocol, https://KEY@HOST/PROJECT, which gets each kind of error and then at most one an hour; unset = the log only.",
  ),
  LOG_LEVEL: logLevel('trace, debug, info, warn, error or silent.', 'info'),
})
export type Settings = StaticDecode<typeof Settings>

/** Settings whose values are never printed; each may be the content of the file that NAME_FILE names. */
export const SECRET_SETTINGS = Object.entries(Settings.properties)
  .filter(([, { isSecret }]) => isSecret)
  .map(([name]) => name)
