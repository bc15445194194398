import { readFileSync } from 'node:fs'
import type { StaticDecode } from '@sinclair/typebox'
import { TransformDecodeCheckError, TransformDecodeError, Value } from '@sinclair/typebox/value'
import type { Site } from '#shared/contract/site.ts'
import { Settings } from './config-schema.ts'
import { hostInUrl } from './config-values.ts'

/** Removed settings, each with its replacement. */
const REMOVED = {
  DATABASE_REPLICA_URL: 'all reads go to DATABASE_URL',
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

export type Environment = Record<string, string | undefined>

export type Config = ReturnType<typeof readConfig>

/** Names the variable of a failed decode, and its value unless that may be a secret. */
function toConfigError(error: unknown, given: Record<string, string>): unknown {
  const isCheck = error instanceof TransformDecodeCheckError
  if (!isCheck && !(error instanceof TransformDecodeError)) return error
  const name = (isCheck ? error.error.path : error.path).slice(1)
  const schema = Object.entries(Settings.properties).find(([known]) => known === name)?.[1]
  const value = schema?.secret ? '' : ` (${JSON.stringify(given[name]?.slice(0, 60))})`
  return new ConfigError(`${name}${value} must be ${schema?.expected}.`)
}

function decode(environment: Environment): StaticDecode<typeof Settings> {
  const given: Record<string, string> = {}
  for (const name of Object.keys(Settings.properties)) {
    const value = environment[name]?.trim()
    if (value) given[name] = value
  }
  try {
    return Value.Decode(Settings, Value.Default(Settings, { ...given }))
  } catch (error) {
    throw toConfigError(error, given)
  }
}

function refuse(isRefused: boolean, message: string): void {
  if (isRefused) throw new ConfigError(message)
}

function checkTogether(settings: StaticDecode<typeof Settings>, platform: string): void {
  const { DATABASE_URL, PORT, REUSE_PORT } = settings
  const isEmbedded = DATABASE_URL === undefined
  refuse(
    isEmbedded && settings.BUS_URL !== undefined,
    'BUS_URL needs DATABASE_URL: the embedded database has one process.',
  )
  refuse(
    isEmbedded && settings.DATABASE_CONNECTIONS !== undefined,
    'DATABASE_CONNECTIONS needs DATABASE_URL: the embedded database has one.',
  )
  refuse(settings.METRICS_PORT === PORT, 'METRICS_PORT must differ from PORT.')
  if (REUSE_PORT === '1') {
    refuse(platform !== 'linux', 'REUSE_PORT needs Linux; elsewhere use different ports.')
    refuse(isEmbedded, 'REUSE_PORT needs DATABASE_URL.')
    refuse(PORT === 0, 'REUSE_PORT needs a fixed PORT, not 0.')
  }
  if (settings.NODE_ENV === 'production') {
    refuse(
      settings.GOOGLE_CLIENT_ID === undefined,
      'GOOGLE_CLIENT_ID is required in production: the local sign-in lets anyone be anyone.',
    )
    refuse(settings.JWT_SECRET === undefined, 'JWT_SECRET is required in production.')
    refuse(settings.PRICE_FEED === 'simulated', 'PRICE_FEED must not be simulated in production.')
  }
}

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
    refuse(Boolean(environment[name]?.trim()), `${name} was removed: ${replacement}.`)
  }
  const settings = decode(environment)
  checkTogether(settings, platform)
  const { PORT: port, HOST, DONATION_BTC, DONATION_ETH } = settings
  const production = settings.NODE_ENV === 'production'
  const isExample = !production && DONATION_BTC === undefined && DONATION_ETH === undefined
  const site: Site = {
    donation: isExample
      ? EXAMPLE_DONATION
      : { btc: DONATION_BTC ?? null, eth: DONATION_ETH ?? null, isExample },
    ads: {
      top: settings.AD_TOP ?? null,
      middle: settings.AD_MIDDLE ?? null,
      bottom: settings.AD_BOTTOM ?? null,
    },
  }
  return {
    port,
    host: HOST,
    publicUrl: settings.PUBLIC_URL ?? `http://${hostInUrl(HOST)}:${port}`,
    production,
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL ?? null,
    /** Maximum size of this instance's pool. */
    databaseConnections: settings.DATABASE_CONNECTIONS ?? 20,
    /** Null: instances use LISTEN/NOTIFY of the database. */
    busUrl: settings.BUS_URL ?? null,
    reusePort: settings.REUSE_PORT === '1',
    metricsPort: settings.METRICS_PORT ?? null,
    /** Null: /metrics is for this machine only, in production for nobody. */
    metricsToken: settings.METRICS_TOKEN ?? null,
    priceFeed: settings.PRICE_FEED,
    /** Null outside production: made on the first start and stored in the data folder. */
    jwtSecret: settings.JWT_SECRET ?? null,
    google:
      settings.GOOGLE_CLIENT_ID === undefined
        ? null
        : {
            clientId: settings.GOOGLE_CLIENT_ID,
            desktopClientId: settings.GOOGLE_DESKTOP_CLIENT_ID ?? null,
          },
    adminEmails: settings.ADMIN_EMAILS.map((email) => email.toLowerCase()),
    corsOrigins: [DESKTOP_ORIGIN, ...settings.CORS_ORIGINS],
    trustedProxies: settings.TRUSTED_PROXIES,
    /** Null: tracing is off and none of its code is loaded. */
    tracing:
      settings.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : {
            endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
            serviceName: settings.OTEL_SERVICE_NAME,
          },
    site,
    logLevel: settings.LOG_LEVEL,
  }
}

/** The version in package.json. */
export function productVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return /"version": "([^"]+)"/.exec(text)?.[1] ?? 'unknown'
}
