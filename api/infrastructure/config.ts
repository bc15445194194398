import type { Site } from '#shared/contract/site.ts'
import { VARIABLES, type VariableName } from './config-help.ts'
import {
  ConfigError,
  emails,
  host,
  hostInUrl,
  networks,
  oneOf,
  origins,
  type PriceFeed,
  priceFeed,
  url,
  wholeNumber,
} from './config-readers.ts'
import { adSlot, donation } from './config-site.ts'

/** The desktop app's own origin may always call the API. */
const DESKTOP_ORIGIN = 'app://tidemark'

export interface Config {
  port: number
  host: string
  publicUrl: string
  production: boolean
  dataDir: string
  databaseUrl: string | null
  /** Null: processes tell each other through the database. */
  busUrl: string | null
  /** Maximum size of this instance's pool. */
  databaseConnections: number
  /** Several instances listen on one port (SO_REUSEPORT). */
  reusePort: boolean
  /** Second listener for /metrics, /livez and /readyz of this instance. */
  metricsPort: number | null
  priceFeed: PriceFeed
  /** Null outside production: made on first start and kept in the data folder. */
  jwtSecret: string | null
  google: { clientId: string; desktopClientId: string | null } | null
  adminEmails: string[]
  corsOrigins: string[]
  trustedProxies: string[]
  /** Null: /metrics is only for this machine, and in production for nobody. */
  metricsToken: string | null
  /** Null: nothing is traced, and nothing of it is loaded. */
  tracing: { endpoint: string; serviceName: string } | null
  site: Site
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

export type Environment = Record<string, string | undefined>

function databaseConnections(value: string, hasServer: boolean): number {
  if (value === '') return 20
  if (!hasServer) {
    throw new ConfigError('DATABASE_CONNECTIONS needs DATABASE_URL: the embedded database has one.')
  }
  return wholeNumber('DATABASE_CONNECTIONS', value, 4, 10_000)
}

function reusePort(
  value: string,
  { hasServer, port, platform }: { hasServer: boolean; port: number; platform: string },
): boolean {
  if (oneOf('REUSE_PORT', value, ['0', '1']) === '0') return false
  if (platform !== 'linux') {
    throw new ConfigError('REUSE_PORT needs Linux; elsewhere run instances on different ports.')
  }
  if (!hasServer) throw new ConfigError('REUSE_PORT needs DATABASE_URL.')
  if (port === 0) throw new ConfigError('REUSE_PORT needs a fixed PORT, not 0.')
  return true
}

function metricsPort(value: string, port: number): number | null {
  if (value === '') return null
  const own = wholeNumber('METRICS_PORT', value, 1, 65_535)
  if (own === port) throw new ConfigError('METRICS_PORT must differ from PORT.')
  return own
}

/** Removed settings, each with what replaces it. */
const REMOVED = {
  DATABASE_REPLICA_URL: 'all reads go to DATABASE_URL',
  PROCESSES: 'start several instances with REUSE_PORT=1',
}

function refuseRemoved(environment: Environment): void {
  for (const [name, replacement] of Object.entries(REMOVED)) {
    if (environment[name]?.trim()) throw new ConfigError(`${name} was removed: ${replacement}.`)
  }
}

function refuseUnsafeProduction(config: Config): void {
  if (!config.production) return
  if (!config.google) {
    throw new ConfigError(
      'GOOGLE_CLIENT_ID is required in production: the local sign-in lets anyone be anyone.',
    )
  }
  if (!config.jwtSecret) throw new ConfigError('JWT_SECRET is required in production.')
  if (config.priceFeed === 'simulated') {
    throw new ConfigError('PRICE_FEED must not be simulated in production.')
  }
}

/**
 * Reads and checks the whole configuration. An empty value counts as unset. `platform` is the
 * system's name as Node spells it.
 * @throws ConfigError with one line that names the variable.
 */
export function readConfig(
  environment: Environment = process.env,
  platform: string = process.platform,
): Config {
  refuseRemoved(environment)
  const read = (name: VariableName) => environment[name]?.trim() || VARIABLES[name][0]
  const databaseUrl = read('DATABASE_URL')
  const busUrl = read('BUS_URL')
  if (busUrl && !databaseUrl) {
    throw new ConfigError('BUS_URL needs DATABASE_URL: the embedded database has one process.')
  }
  const hostName = host('HOST', read('HOST'))
  const port = wholeNumber('PORT', read('PORT'), 0, 65_535)
  const publicUrl = environment.PUBLIC_URL?.trim() || `http://${hostInUrl(hostName)}:${port}`
  const secret = (name: VariableName) => {
    const value = read(name) || null
    if (value === null || value.length >= 32) return value
    throw new ConfigError(`${name} must have 32 characters or more.`)
  }
  const modes = ['development', 'test', 'production'] as const
  const production = oneOf('NODE_ENV', read('NODE_ENV'), modes) === 'production'
  const levels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const
  const clientId = read('GOOGLE_CLIENT_ID')
  const hasServer = databaseUrl !== ''
  const endpoint = read('OTEL_EXPORTER_OTLP_ENDPOINT')
  const config: Config = {
    port,
    host: hostName,
    publicUrl: url('PUBLIC_URL', publicUrl, ['http:', 'https:']),
    production,
    dataDir: read('DATA_DIR'),
    databaseUrl: databaseUrl
      ? url('DATABASE_URL', databaseUrl, ['postgresql:', 'postgres:'])
      : null,
    busUrl: busUrl ? url('BUS_URL', busUrl, ['redis:', 'rediss:', 'valkey:']) : null,
    databaseConnections: databaseConnections(read('DATABASE_CONNECTIONS'), hasServer),
    reusePort: reusePort(read('REUSE_PORT'), { hasServer, port, platform }),
    metricsPort: metricsPort(read('METRICS_PORT'), port),
    priceFeed: priceFeed('PRICE_FEED', read('PRICE_FEED')),
    jwtSecret: secret('JWT_SECRET'),
    google: clientId
      ? { clientId, desktopClientId: read('GOOGLE_DESKTOP_CLIENT_ID') || null }
      : null,
    adminEmails: emails('ADMIN_EMAILS', read('ADMIN_EMAILS')),
    corsOrigins: [DESKTOP_ORIGIN, ...origins('CORS_ORIGINS', read('CORS_ORIGINS'))],
    trustedProxies: networks('TRUSTED_PROXIES', read('TRUSTED_PROXIES')),
    metricsToken: secret('METRICS_TOKEN'),
    tracing: endpoint
      ? {
          endpoint: url('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint, ['http:', 'https:']),
          serviceName: read('OTEL_SERVICE_NAME'),
        }
      : null,
    site: {
      donation: donation(read('DONATION_BTC'), read('DONATION_ETH'), production),
      ads: {
        top: adSlot('AD_TOP', read('AD_TOP')),
        middle: adSlot('AD_MIDDLE', read('AD_MIDDLE')),
        bottom: adSlot('AD_BOTTOM', read('AD_BOTTOM')),
      },
    },
    logLevel: oneOf('LOG_LEVEL', read('LOG_LEVEL'), levels),
  }
  refuseUnsafeProduction(config)
  return config
}
