import { describe, expect, test } from 'bun:test'
import { PRODUCTION, refusal, SECRET } from '#tests/support/settings.ts'
import { type Config, configWarnings, readConfig } from './config.ts'
import { configHelp, configPage } from './config-page.ts'
import { SECRET_SETTINGS, Settings } from './config-schema.ts'

const AD = { image: 'https://a.example/a.png', href: 'https://a.example/', alt: 'An ad' }
const ad = (changed: Record<string, string> = {}) => JSON.stringify({ ...AD, ...changed })
const database = (url: string) => ({ databaseUrl: url, databaseDirectUrl: url })
const NO_ADS = { top: null, middle: null, bottom: null }
const site = (part: Partial<Config['site']>) => ({
  site: { donation: EXAMPLES, ads: NO_ADS, clientErrors: true, ...part },
})
const EXAMPLES = {
  btc: '1BitcoinEaterAddressDontSendf59kuE',
  eth: '0x000000000000000000000000000000000000dEaD',
  isExample: true,
}
const EXCHANGES = {
  binance: { rest: 'https://data-api.binance.vision', stream: 'wss://data-stream.binance.vision' },
  okx: { rest: 'https://openapi.okx.com', stream: 'wss://ws.okx.com:8443' },
  bybit: { rest: 'https://api.bybit.com', stream: 'wss://stream.bybit.com' },
  coinbase: {
    rest: 'https://api.exchange.coinbase.com',
    stream: 'wss://ws-feed.exchange.coinbase.com',
  },
}
const OKX_US = { rest: 'https://us.okx.com', stream: 'wss://wsus.okx.com:8443' }
const BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const ETH = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

test('has a default for every setting', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:3000',
    production: false,
    dataDir: './data',
    databaseUrl: null,
    databaseDirectUrl: null,
    busUrl: null,
    logWitnesses: '',
    timestampCalendars: '',
    databaseConnections: 20,
    reusePort: false,
    metricsPort: null,
    priceFeed: 'auto',
    exchanges: EXCHANGES,
    jwtSecret: null,
    receiptKey: null,
    pushKey: null,
    identityKey: null,
    google: null,
    oidcProviders: null,
    adminEmails: [],
    corsOrigins: ['app://tidemark'],
    trustedProxies: [],
    addressLimitFactor: 1,
    streamsMax: 50_000,
    metricsToken: null,
    tracing: null,
    site: {
      donation: EXAMPLES,
      ads: { top: null, middle: null, bottom: null },
      clientErrors: true,
    },
    errorTracker: null,
    serviceManager: null,
    logLevel: 'info',
  })
})

test('reads the notify socket and watchdog of systemd', () => {
  const NOTIFY_SOCKET = '/run/systemd/notify'
  expect(readConfig({ NOTIFY_SOCKET }).serviceManager).toEqual({
    socket: NOTIFY_SOCKET,
    watchdogMs: null,
  })
  const watched = readConfig({ NOTIFY_SOCKET, WATCHDOG_USEC: '60000000' })
  expect(watched.serviceManager).toEqual({ socket: NOTIFY_SOCKET, watchdogMs: 60_000 })
  expect(readConfig({ WATCHDOG_USEC: '60000000' }).serviceManager).toBeNull()
})

test('treats an empty or blank value as unset', () => {
  const blank = Object.fromEntries(Object.keys(Settings.properties).map((name) => [name, '  ']))
  expect(readConfig(blank)).toEqual(readConfig({}))
})

describe('a valid value', () => {
  test.each<[string, string, Partial<Config>]>([
    ['PORT', '0', { port: 0, publicUrl: 'http://127.0.0.1:0' }],
    ['PORT', '65535', { port: 65_535, publicUrl: 'http://127.0.0.1:65535' }],
    ['METRICS_TOKEN', 'm'.repeat(32), { metricsToken: 'm'.repeat(32) }],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'http://127.0.0.1:4318/',
      { tracing: { endpoint: 'http://127.0.0.1:4318', serviceName: 'tidemark' } },
    ],
    ['HOST', '0.0.0.0', { host: '0.0.0.0', publicUrl: 'http://0.0.0.0:3000' }],
    ['HOST', '::', { host: '::', publicUrl: 'http://[::]:3000' }],
    ['HOST', 'tidemark.local', { host: 'tidemark.local', publicUrl: 'http://tidemark.local:3000' }],
    ['PUBLIC_URL', 'https://tidemark.example/', { publicUrl: 'https://tidemark.example' }],
    ['NODE_ENV', 'test', { production: false }],
    ['ADDRESS_LIMIT_FACTOR', '10', { addressLimitFactor: 10 }],
    ['STREAMS_MAX', '200000', { streamsMax: 200_000 }],
    ['DATA_DIR', '/var/lib/tidemark', { dataDir: '/var/lib/tidemark' }],
    ['DATABASE_URL', 'postgresql://u:p@db:5432/t', database('postgresql://u:p@db:5432/t')],
    ['DATABASE_URL', 'postgres://db/t', database('postgres://db/t')],
    [
      'DATABASE_URL',
      'postgresql://u:p%40@a,[::1]:5433/t?target_session_attrs=read-write',
      database('postgresql://u:p%40@a,[::1]:5433/t?target_session_attrs=read-write'),
    ],
    ['PRICE_FEED', 'binance', { priceFeed: 'binance' }],
    ['PRICE_FEED', 'coinbase', { priceFeed: 'coinbase' }],
    [
      'OKX_REST_URL',
      `${OKX_US.rest}/`,
      { exchanges: { ...EXCHANGES, okx: { ...EXCHANGES.okx, rest: OKX_US.rest } } },
    ],
    [
      'OKX_STREAM_URL',
      OKX_US.stream,
      { exchanges: { ...EXCHANGES, okx: { ...EXCHANGES.okx, stream: OKX_US.stream } } },
    ],
    [
      'BINANCE_REST_URL',
      'http://127.0.0.1:9100',
      {
        exchanges: {
          ...EXCHANGES,
          binance: { ...EXCHANGES.binance, rest: 'http://127.0.0.1:9100' },
        },
      },
    ],
    ['PRICE_FEED', 'replay:some file.csv', { priceFeed: 'replay:some file.csv' }],
    ['JWT_SECRET', 'y'.repeat(32), { jwtSecret: 'y'.repeat(32) }],
    ['GOOGLE_CLIENT_ID', 'web', { google: { clientId: 'web', clientSecret: null } }],
    ['ADMIN_EMAILS', 'A@b.example, c@d.example,', { adminEmails: ['a@b.example', 'c@d.example'] }],
    [
      'CORS_ORIGINS',
      'https://a.example,http://localhost:5173',
      { corsOrigins: ['app://tidemark', 'https://a.example', 'http://localhost:5173'] },
    ],
    [
      'TRUSTED_PROXIES',
      '10.0.0.0/8, 192.168.1.1,fd00::/8,::1',
      { trustedProxies: ['10.0.0.0/8', '192.168.1.1', 'fd00::/8', '::1'] },
    ],
    ['DONATION_BTC', BTC, site({ donation: { btc: BTC, eth: null, isExample: false } })],
    ['DONATION_ETH', ETH, site({ donation: { btc: null, eth: ETH, isExample: false } })],
    ['AD_BOTTOM', ad(), site({ ads: { ...NO_ADS, bottom: AD } })],
    ['CLIENT_ERRORS', 'off', site({ clientErrors: false })],
    [
      'CLIENT_ERRORS_TRACKER',
      'https://abc@o1.tracker.example:8443/42',
      { errorTracker: { url: 'https://o1.tracker.example:8443/api/42/envelope/', key: 'abc' } },
    ],
    [
      'CLIENT_ERRORS_TRACKER',
      'http://abc@127.0.0.1:9000/sentry/42',
      { errorTracker: { url: 'http://127.0.0.1:9000/sentry/api/42/envelope/', key: 'abc' } },
    ],
    ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
  ])('%s=%s is accepted', (name, value, expected) => {
    expect(readConfig({ [name]: value })).toEqual({ ...readConfig({}), ...expected })
  })
})

test.each(['redis://r:6379', 'rediss://:p@r/0', 'valkey://r', 'valkeys://r'])(
  'accepts a bus at %s',
  (busUrl) => {
    const config = readConfig({ DATABASE_URL: 'postgres://db/t', BUS_URL: busUrl })
    expect(config.busUrl).toBe(busUrl)
  },
)

describe('several instances on one port', () => {
  const SERVER = { DATABASE_URL: 'postgres://db/t', REUSE_PORT: '1' }
  const refusalOn = (environment: Record<string, string>, platform = 'linux') => {
    try {
      readConfig(environment, platform)
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
    return 'accepted'
  }

  test('share it on Linux with a database server and a fixed port', () => {
    const config = readConfig({ ...SERVER, METRICS_PORT: '9101' }, 'linux')
    expect(config).toMatchObject({ reusePort: true, metricsPort: 9101 })
  })

  test.each([
    ['another system', SERVER, 'darwin', 'REUSE_PORT needs Linux'],
    ['the embedded database', { REUSE_PORT: '1' }, 'linux', 'REUSE_PORT needs DATABASE_URL'],
    ['any free port', { ...SERVER, PORT: '0' }, 'linux', 'REUSE_PORT needs a fixed PORT'],
  ])('are refused with %s', (_, environment, platform, start) => {
    expect(refusalOn(environment, platform)).toStartWith(start)
  })

  test('a pool has 4 to 10000 connections, 20 by default', () => {
    const size = (DATABASE_CONNECTIONS: string) =>
      readConfig({ ...SERVER, DATABASE_CONNECTIONS }, 'linux').databaseConnections
    expect([size(''), size('4'), size('10000')]).toEqual([20, 4, 10_000])
    for (const bad of ['3', '10001', 'many', '-5']) {
      expect(refusalOn({ ...SERVER, DATABASE_CONNECTIONS: bad })).toStartWith(
        'DATABASE_CONNECTIONS',
      )
    }
    expect(refusalOn({ DATABASE_CONNECTIONS: '8' })).toContain('needs DATABASE_URL')
    expect(
      refusalOn({ CLIENT_ERRORS: 'off', CLIENT_ERRORS_TRACKER: 'https://hunter2@t.example/1' }),
    ).toBe('CLIENT_ERRORS_TRACKER needs CLIENT_ERRORS=on.')
    expect(refusalOn({ GOOGLE_CLIENT_SECRET: 'hunter2' })).toBe(
      'GOOGLE_CLIENT_SECRET needs GOOGLE_CLIENT_ID.',
    )
    const direct = refusalOn({ DATABASE_DIRECT_URL: 'postgres://db/t' })
    expect(direct).toContain('DATABASE_DIRECT_URL needs DATABASE_URL')
  })

  test('removed settings are refused with their replacement', () => {
    expect(refusalOn({ PROCESSES: '2' })).toBe(
      'PROCESSES was removed: start several instances with REUSE_PORT=1.',
    )
    expect(refusalOn({ DATABASE_REPLICA_URL: 'postgres://me:hunter2@standby/t' })).toBe(
      'DATABASE_REPLICA_URL was removed: all reads go to DATABASE_URL.',
    )
    expect(refusalOn({ GOOGLE_DESKTOP_CLIENT_ID: 'x.apps.googleusercontent.com' })).toBe(
      'GOOGLE_DESKTOP_CLIENT_ID was removed: set GOOGLE_CLIENT_SECRET, the desktop app signs in at this server.',
    )
    expect(refusalOn({ GOOGLE_DESKTOP_CLIENT_SECRET: 'hunter2' })).toBe(
      'GOOGLE_DESKTOP_CLIENT_SECRET was removed: set GOOGLE_CLIENT_SECRET, that of GOOGLE_CLIENT_ID.',
    )
  })
})

test('shows no example donation address in production', () => {
  const production = readConfig({
    NODE_ENV: 'production',
    PRICE_FEED: 'binance',
    GOOGLE_CLIENT_ID: 'id.apps.googleusercontent.com',
    JWT_SECRET: SECRET,
    PUBLIC_URL: 'https://tidemark.example',
  })
  expect(production.site.donation).toEqual({ btc: null, eth: null, isExample: false })
})

describe('an invalid value', () => {
  test.each([
    ['PORT', ['-1', '65536', '3000.5', '0x10', '1e3', 'http', '٣٠٠٠']],
    ['HOST', ['not a host', 'http://127.0.0.1', '127.0.0.1:80', 'a/b']],
    ['PUBLIC_URL', ['tidemark.example', 'ftp://a.example', 'https://', '//a.example']],
    ['PUBLIC_URL', ['https://a.example/tidemark', 'https://me:hunter2@a.example']],
    ['PUBLIC_URL', ['https://a.example?', 'https://a.example/?a=b', 'https://a.example/#b']],
    ['NODE_ENV', ['prod', 'Production']],
    ['CLIENT_ERRORS', ['1', 'true', 'yes']],
    ['REUSE_PORT', ['yes', '2', '-1', 'true']],
    ['METRICS_PORT', ['0', '65536', '3000', 'http']],
    ['PRICE_FEED', ['Binance', 'kraken', 'replay:', 'replay']],
    ['BINANCE_REST_URL', ['data-api.binance.vision', 'wss://a.example', 'http://a.example']],
    ['COINBASE_STREAM_URL', ['https://a.example', 'ws://a.example', 'wss://']],
    ['JWT_SECRET', ['short', 'x'.repeat(31)]],
    ['ADMIN_EMAILS', ['nobody', 'a@b.example, c', 'a b@c.example']],
    ['CORS_ORIGINS', ['*', 'null', 'https://a.example/', 'https://a.example/x', 'a.example']],
    [
      'TRUSTED_PROXIES',
      [
        '*',
        '0.0.0.0/0',
        '::/0',
        '128.0.0.0/1',
        '8000::/1',
        '10.0.0.0/33',
        '10.0.0',
        '1',
        'loopback',
        'fd00::/129',
        '::ffff:0:0/96',
        '::ffff:10.0.0.0/104',
      ],
    ],
    ['DONATION_BTC', ['me', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'bc1q']],
    ['DONATION_ETH', ['me', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', '0x']],
    ['AD_TOP', ['yes', '{}', 'null', '[]', '{"image":"https://a.example/a.png"}']],
    ['AD_MIDDLE', [ad({ image: 'http://a.example/' }), ad({ href: 'javascript:alert(1)' })]],
    ['AD_BOTTOM', [ad({ alt: '' }), ad({ html: '<b>' }), ad({ href: 'https://' })]],
    ['LOG_LEVEL', ['verbose', 'INFO']],
    ['BUS_URL', ['redis://a']],
  ])('of %s stops the start with one line that names it', (name, values) => {
    for (const value of values) {
      const message = refusal({ [name]: value })
      expect(message).toStartWith(name)
      expect(message).not.toContain('\n')
    }
  })

  test('of BUS_URL is refused beside a database server, without showing it', () => {
    const DATABASE_URL = 'postgres://db/t'
    for (const BUS_URL of ['http://a', 'a:6379', 'redis', 'kafka://me:hunter2@a']) {
      const message = refusal({ DATABASE_URL, BUS_URL })
      expect(message).toStartWith('BUS_URL must be a URL')
      expect(message).not.toContain('hunter2')
    }
  })

  test.each([
    'https://t.example/hunter2',
    'http://hunter2@t.example/1',
    'https://hunter2@t.example',
    'https://hunter2@t.example/1?a=b',
    'ftp://hunter2@127.0.0.1/1',
    'https://hunter%32@t.example/1',
  ])('of CLIENT_ERRORS_TRACKER such as %s is refused without showing it', (value) => {
    const message = refusal({ CLIENT_ERRORS_TRACKER: value })
    expect(message).toBe(
      'CLIENT_ERRORS_TRACKER must be a DSN such as https://KEY@tracker.example/PROJECT.',
    )
  })

  test('is not shown when it may be a secret', () => {
    expect(refusal({ JWT_SECRET: 'hunter2' })).not.toContain('hunter2')
    expect(refusal({ DATABASE_URL: 'mysql://me:hunter2@db/t' })).not.toContain('hunter2')
    expect(refusal({ PUBLIC_URL: 'https://me:hunter2@a.example' })).not.toContain('hunter2')
  })

  test('is truncated when it is long', () => {
    expect(refusal({ LOG_LEVEL: 'x'.repeat(10_000) }).length).toBeLessThan(200)
  })
})

describe('a variable within a typing error of an unset setting', () => {
  test('stops production and is only named elsewhere', () => {
    const given = { TRUSTED_PROXY: '10.0.0.1' }
    const line = 'TRUSTED_PROXY is not a setting; TRUSTED_PROXIES, which is unset, is.'
    expect(refusal({ ...PRODUCTION, ...given })).toBe(line)
    expect(refusal(given)).toBe('accepted')
    expect(configWarnings('TRUSTED_PROXY=10.0.0.1\nMINE=1', given)).toEqual([
      line,
      'MINE in .env is not a setting of the server.',
    ])
  })
})

test('every setting has a help line and a row in docs/CONFIGURATION.md', async () => {
  const lines = configHelp().split('\n')
  for (const [name, { description, default: fallback }] of Object.entries(Settings.properties)) {
    const line = lines.find((candidate) => candidate.startsWith(`  ${name} `))
    expect(line).toContain(description)
    if (fallback) expect(line).toEndWith(`Default: ${fallback}`)
  }
  // Rewrite it with: bun build/write-configuration.ts
  const page = Bun.file(new URL('../../docs/CONFIGURATION.md', import.meta.url))
  expect(await page.text()).toBe(configPage())
})

test('no variable outside the schema is read, except to refuse it and those of proxies and systemd', () => {
  const read = new Set<string>()
  const environment = new Proxy<Record<string, string>>(
    {},
    {
      get: (_, name) => {
        read.add(String(name))
        return undefined
      },
    },
  )
  readConfig(environment)
  const known = new Set([
    ...Object.keys(Settings.properties),
    ...SECRET_SETTINGS.map((name) => `${name}_FILE`),
  ])
  expect([...read].filter((name) => !known.has(name)).sort()).toEqual([
    'DATABASE_REPLICA_URL',
    'GOOGLE_DESKTOP_CLIENT_ID',
    'GOOGLE_DESKTOP_CLIENT_SECRET',
    // The outgoing proxy, which Bun's fetch reads too.
    'HTTPS_PROXY',
    // systemd's, with WATCHDOG_USEC.
    'NOTIFY_SOCKET',
    'NO_PROXY',
    'PROCESSES',
    'WATCHDOG_USEC',
    'https_proxy',
    'no_proxy',
  ])
})
