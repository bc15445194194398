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
  refuse,
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
  /** A standby of `databaseUrl`, for reads of guests. */
  replicaUrl: string | null
  priceFeed: PriceFeed
  /** Null outside production: made on first start and kept in the data folder. */
  jwtSecret: string | null
  google: { clientId: string; desktopClientId: string | null } | null
  adminEmails: string[]
  corsOrigins: string[]
  trustedProxies: string[]
  site: Site
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

export type Environment = Record<string, string | undefined>

/** Settings of a cluster: accepting one and not using it would be worse than saying so. */
const NOT_YET = ['BUS_URL']

function refuseUnknown(environment: Environment): void {
  const name = NOT_YET.find((candidate) => environment[candidate]?.trim())
  if (name) throw new ConfigError(`${name} is not supported: this version runs as one process.`)
}

/** A replica is a standby of a PostgreSQL server; the embedded database has none. */
function readReplicaUrl(value: string, databaseUrl: string): string | null {
  if (!value) return null
  if (!databaseUrl) throw new ConfigError('DATABASE_REPLICA_URL needs DATABASE_URL.')
  // Neither several URLs nor several hosts: the one that is watched must be the one that is read.
  if (value.includes(',')) refuse('DATABASE_REPLICA_URL', value, 'one URL, of one server')
  return url('DATABASE_REPLICA_URL', value, ['postgresql:', 'postgres:'])
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
 * Reads and checks the whole configuration. An empty value counts as unset.
 * @throws ConfigError with one line that names the variable.
 */
export function readConfig(environment: Environment = process.env): Config {
  refuseUnknown(environment)
  const read = (name: VariableName) => environment[name]?.trim() || VARIABLES[name][0]
  const databaseUrl = read('DATABASE_URL')
  const hostName = host('HOST', read('HOST'))
  const port = wholeNumber('PORT', read('PORT'), 0, 65_535)
  const publicUrl = environment.PUBLIC_URL?.trim() || `http://${hostInUrl(hostName)}:${port}`
  const jwtSecret = read('JWT_SECRET') || null
  if (jwtSecret && jwtSecret.length < 32) {
    throw new ConfigError('JWT_SECRET must have 32 characters or more.')
  }
  const modes = ['development', 'test', 'production'] as const
  const production = oneOf('NODE_ENV', read('NODE_ENV'), modes) === 'production'
  const levels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const
  const clientId = read('GOOGLE_CLIENT_ID')
  const config: Config = {
    port,
    host: hostName,
    publicUrl: url('PUBLIC_URL', publicUrl, ['http:', 'https:']),
    production,
    dataDir: read('DATA_DIR'),
    databaseUrl: databaseUrl
      ? url('DATABASE_URL', databaseUrl, ['postgresql:', 'postgres:'])
      : null,
    replicaUrl: readReplicaUrl(read('DATABASE_REPLICA_URL'), databaseUrl),
    priceFeed: priceFeed('PRICE_FEED', read('PRICE_FEED')),
    jwtSecret,
    google: clientId
      ? { clientId, desktopClientId: read('GOOGLE_DESKTOP_CLIENT_ID') || null }
      : null,
    adminEmails: emails('ADMIN_EMAILS', read('ADMIN_EMAILS')),
    corsOrigins: [DESKTOP_ORIGIN, ...origins('CORS_ORIGINS', read('CORS_ORIGINS'))],
    trustedProxies: networks('TRUSTED_PROXIES', read('TRUSTED_PROXIES')),
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
