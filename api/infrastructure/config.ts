import { readFileSync } from 'node:fs'
import { TransformDecodeError, Value } from '@sinclair/typebox/value'
import type { Site } from '#shared/contract/site.ts'
import { settingsProblem } from './config-checks.ts'
import { SECRET_SETTINGS, Settings } from './config-schema.ts'
import { proxyFor } from './outgoing-proxy.ts'
import { misspelledSettings, unknownInEnvFile } from './setting-names.ts'

/** Removed settings, each with its replacement. */
const REMOVED = {
  DATABASE_REPLICA_URL: 'all reads go to DATABASE_URL',
  GOOGLE_DESKTOP_CLIENT_ID: 'set GOOGLE_CLIENT_SECRET, the desktop app signs in at this server',
  GOOGLE_DESKTOP_CLIENT_SECRET: 'set GOOGLE_CLIENT_SECRET, that of GOOGLE_CLIENT_ID',
  PROCESSES: 'start several instances with REUSE_PORT=1',
}

/** Origin of the desktop app; it may always call the API. */
const DESKTOP_ORIGIN = 'app://tidemark'

/** Addresses without a known private key, so that the donation page can be tried out. */
const EXAMPLE_DONATION: Site['donation'] = {
  btc: '1BitcoinEaterAddressDontSendf59kuE',
  eth: '0x000000000000000000000000000000000000dEaD',
  isExample: true,
}

/** A setting that cannot be used. The message is one line that names the variable. */
export class ConfigError extends Error {}

/** Base URLs of an exchange, and the proxy of its stream. */
interface Exchange {
  rest: string
  stream: string
  proxy?: string | undefined
}

export type Environment = Record<string, string | undefined>

export type Config = ReturnType<typeof readConfig>

const fileOf = (name: string) => `${name}_FILE`

/** Every variable of the server: each setting, and the file of each secret one. */
const NAMES = [...Object.keys(Settings.properties), ...SECRET_SETTINGS.map(fileOf)]

/** The secrets that are files, as Docker and Kubernetes mount them. */
function readFiles(environment: Environment): Environment {
  const values: Environment = {}
  for (const name of SECRET_SETTINGS) {
    const path = environment[fileOf(name)]?.trim()
    if (!path) continue
    const given = `${fileOf(name)} (${JSON.stringify(path)})`
    if (environment[name]?.trim()) throw new ConfigError(`${given}: ${name} is set too; keep one.`)
    try {
      values[name] = readFileSync(path, 'utf8')
    } catch {
      throw new ConfigError(`${given} must be a file that the server can read.`)
    }
    if (!values[name]?.trim()) throw new ConfigError(`${given} is empty.`)
  }
  return values
}

function decode(environment: Environment): Settings {
  const files = readFiles(environment)
  const names = Object.keys(Settings.properties)
  const given = Object.fromEntries(
    names.map((name) => [name, (files[name] ?? environment[name])?.trim() || undefined]),
  )
  try {
    return Value.Decode(Settings, Value.Default(Settings, given))
  } catch (error) {
    if (!(error instanceof TransformDecodeError)) throw error
    const { isSecret, expected } = error.schema
    const name = error.path.slice(1)
    const value = isSecret ? '' : ` (${JSON.stringify(given[name]?.slice(0, 60))})`
    throw new ConfigError(`${name}${value} must be ${expected}.`)
  }
}

/** Lines about variables that are probably misspelled settings. */
function misspellings(environment: Environment): string[] {
  return misspelledSettings(NAMES, environment).map(
    ({ given, meant }) => `${given} is not a setting; ${meant}, which is unset, is.`,
  )
}

/** Lines about variables without effect; `envFile` is the text of the `.env` file, '' without one. */
export function configWarnings(envFile: string, environment: Environment = process.env): string[] {
  const lines = misspellings(environment)
  const unknown = unknownInEnvFile(NAMES, envFile).filter(
    (name) => !lines.some((line) => line.startsWith(`${name} `)),
  )
  return [...lines, ...unknown.map((name) => `${name} in .env is not a setting of the server.`)]
}

/** systemd's protocol for services of the type notify (sd_notify(3), sd_watchdog_enabled(3)). */
function readServiceManager(environment: Environment) {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: microseconds = '' } = environment
  if (!socket) return null
  return { socket, watchdogMs: Number(microseconds) > 0 ? Number(microseconds) / 1000 : null }
}

/** A host as written in a URL: IPv6 in brackets. */
export const hostInUrl = (host: string) => (host.includes(':') ? `[${host}]` : host)

/**
 * Reads and validates the configuration. An empty value counts as unset. `platform` is a name of
 * `process.platform`.
 * @throws ConfigError
 */
export function readConfig(
  environment: Environment = process.env,
  platform: string = process.platform,
) {
  for (const [name, replacement] of Object.entries(REMOVED)) {
    if (environment[name]?.trim()) throw new ConfigError(`${name} was removed: ${replacement}.`)
  }
  const settings = decode(environment)
  const problem = settingsProblem(settings, platform)
  if (problem !== null) throw new ConfigError(problem)
  const [misspelling] = settings.NODE_ENV === 'production' ? misspellings(environment) : []
  if (misspelling) throw new ConfigError(misspelling)
  const { PORT: port, HOST: host, DONATION_BTC: btc, DONATION_ETH: eth } = settings
  const production = settings.NODE_ENV === 'production'
  const clientId = settings.GOOGLE_CLIENT_ID
  const endpoint = settings.OTEL_EXPORTER_OTLP_ENDPOINT
  const proxies = {
    httpsProxy: environment.HTTPS_PROXY || environment.https_proxy,
    noProxy: environment.NO_PROXY || environment.no_proxy,
  }
  const exchange = (rest: string, stream: string): Exchange => ({
    rest,
    stream,
    proxy: proxyFor(stream, proxies),
  })
  const isExample = !production && btc === null && eth === null
  const site: Site = {
    donation: isExample ? EXAMPLE_DONATION : { btc, eth, isExample },
    ads: { top: settings.AD_TOP, middle: settings.AD_MIDDLE, bottom: settings.AD_BOTTOM },
    clientErrors: settings.CLIENT_ERRORS === 'on',
  }
  return {
    port,
    host,
    publicUrl: settings.PUBLIC_URL ?? `http://${hostInUrl(host)}:${port}`,
    production,
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    /** For what needs a session: LISTEN, the job lock, migrations and commands. */
    databaseDirectUrl: settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL,
    /** Maximum size of this instance's pool. */
    databaseConnections: settings.DATABASE_CONNECTIONS ?? 20,
    /** Null: instances use LISTEN/NOTIFY of the database. */
    busUrl: settings.BUS_URL,
    reusePort: settings.REUSE_PORT === '1',
    metricsPort: settings.METRICS_PORT,
    /** Null: /metrics is for this machine only, in production for nobody. */
    metricsToken: settings.METRICS_TOKEN,
    priceFeed: settings.PRICE_FEED,
    /** Base URLs of the exchanges, without a trailing slash. */
    exchanges: {
      binance: exchange(settings.BINANCE_REST_URL, settings.BINANCE_STREAM_URL),
      okx: exchange(settings.OKX_REST_URL, settings.OKX_STREAM_URL),
      bybit: exchange(settings.BYBIT_REST_URL, settings.BYBIT_STREAM_URL),
      coinbase: exchange(settings.COINBASE_REST_URL, settings.COINBASE_STREAM_URL),
    },
    /** Null outside production: made on the first start and stored in the data folder. */
    jwtSecret: settings.JWT_SECRET,
    /** Null: made on the first start and stored in the data folder. */
    receiptKey: settings.RECEIPT_KEY,
    /** Witnesses and calendars of the log, as written. */
    logWitnesses: settings.LOG_WITNESSES,
    timestampCalendars: settings.TIMESTAMP_CALENDARS,
    /** Null: made on the first start and stored in the data folder. */
    pushKey: settings.PUSH_KEY,
    /** Null: made on the first start and stored in the data folder. */
    identityKey: settings.IDENTITY_KEY,
    google: clientId === null ? null : { clientId, clientSecret: settings.GOOGLE_CLIENT_SECRET },
    /** JSON list of further sign-in providers, whose codes the server exchanges; null without any. */
    oidcProviders: settings.OIDC_PROVIDERS,
    adminEmails: settings.ADMIN_EMAILS.map((email) => email.toLowerCase()),
    corsOrigins: [DESKTOP_ORIGIN, ...settings.CORS_ORIGINS],
    trustedProxies: settings.TRUSTED_PROXIES,
    /** Multiplies the quotas of an address; those of a user stay. */
    addressLimitFactor: settings.ADDRESS_LIMIT_FACTOR,
    streamsMax: settings.STREAMS_MAX,
    /** Null: tracing is off and none of its code is loaded. */
    tracing: endpoint === null ? null : { endpoint, serviceName: settings.OTEL_SERVICE_NAME },
    site,
    /** Null: errors of clients are only logged and counted. */
    errorTracker: settings.CLIENT_ERRORS_TRACKER,
    /** Null: no systemd waits for the server. `watchdogMs` null: it does not end a silent one. */
    serviceManager: readServiceManager(environment),
    logLevel: settings.LOG_LEVEL,
  }
}
