import { describe, expect, test } from 'bun:test'
import { type Config, readConfig } from './config.ts'
import { configHelp, VARIABLES } from './config-help.ts'

/** What production needs at the least. */
const PRODUCTION = {
  NODE_ENV: 'production',
  GOOGLE_CLIENT_ID: 'web.apps.example',
  JWT_SECRET: 'x'.repeat(32),
}

const refusal = (environment: Record<string, string>): string => {
  try {
    readConfig(environment)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return 'accepted'
}

test('with nothing set everything has its default', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:3000',
    production: false,
    dataDir: './data',
    databaseUrl: null,
    priceFeed: 'auto',
    jwtSecret: null,
    google: null,
    adminEmails: [],
    corsOrigins: ['app://tidemark'],
    trustedProxies: [],
    logLevel: 'info',
  })
})

test('an empty or blank value counts as unset', () => {
  const blank = Object.fromEntries(Object.keys(VARIABLES).map((name) => [name, '  ']))
  expect(readConfig(blank)).toEqual(readConfig({}))
})

describe('a good value', () => {
  test.each<[string, string, Partial<Config>]>([
    ['PORT', '0', { port: 0, publicUrl: 'http://127.0.0.1:0' }],
    ['PORT', '65535', { port: 65_535, publicUrl: 'http://127.0.0.1:65535' }],
    ['HOST', '0.0.0.0', { host: '0.0.0.0', publicUrl: 'http://0.0.0.0:3000' }],
    ['HOST', '::', { host: '::', publicUrl: 'http://[::]:3000' }],
    ['HOST', 'tidemark.local', { host: 'tidemark.local', publicUrl: 'http://tidemark.local:3000' }],
    ['PUBLIC_URL', 'https://tidemark.example/', { publicUrl: 'https://tidemark.example' }],
    ['NODE_ENV', 'test', { production: false }],
    ['DATA_DIR', '/var/lib/tidemark', { dataDir: '/var/lib/tidemark' }],
    ['DATABASE_URL', 'postgresql://u:p@db:5432/t', { databaseUrl: 'postgresql://u:p@db:5432/t' }],
    ['DATABASE_URL', 'postgres://db/t', { databaseUrl: 'postgres://db/t' }],
    ['PRICE_FEED', 'binance', { priceFeed: 'binance' }],
    ['PRICE_FEED', 'replay:some file.csv', { priceFeed: 'replay:some file.csv' }],
    ['JWT_SECRET', 'y'.repeat(32), { jwtSecret: 'y'.repeat(32) }],
    ['GOOGLE_CLIENT_ID', 'web', { google: { clientId: 'web', desktopClientId: null } }],
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
    ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
  ])('%s=%s is taken', (name, value, expected) => {
    expect(readConfig({ [name]: value })).toEqual({ ...readConfig({}), ...expected })
  })
})

describe('a bad value', () => {
  test.each([
    ['PORT', ['-1', '65536', '3000.5', '0x10', '1e3', 'http', '٣٠٠٠']],
    ['HOST', ['not a host', 'http://127.0.0.1', '127.0.0.1:80', 'a/b']],
    ['PUBLIC_URL', ['tidemark.example', 'ftp://a.example', 'https://', '//a.example']],
    ['NODE_ENV', ['prod', 'Production']],
    ['DATABASE_URL', ['mysql://a/b', 'a/b', 'localhost:5432']],
    ['PRICE_FEED', ['Binance', 'coinbase', 'replay:', 'replay']],
    ['JWT_SECRET', ['short', 'x'.repeat(31)]],
    ['ADMIN_EMAILS', ['nobody', 'a@b.example, c', 'a b@c.example']],
    ['CORS_ORIGINS', ['*', 'null', 'https://a.example/', 'https://a.example/x', 'a.example']],
    ['TRUSTED_PROXIES', ['*', '10.0.0.0/33', '10.0.0', '1', 'loopback', 'fd00::/129']],
    ['LOG_LEVEL', ['verbose', 'INFO']],
    ['DATABASE_REPLICA_URL', ['postgres://db/t']],
    ['BUS_URL', ['redis://a']],
  ])('of %s is refused in one line that names it', (name, values) => {
    for (const value of values) {
      const message = refusal({ [name]: value })
      expect(message).toStartWith(name)
      expect(message).not.toContain('\n')
    }
  })

  test('that may be a secret is not shown', () => {
    expect(refusal({ JWT_SECRET: 'hunter2' })).not.toContain('hunter2')
    expect(refusal({ DATABASE_URL: 'mysql://me:hunter2@db/t' })).not.toContain('hunter2')
  })

  test('that is long is cut', () => {
    expect(refusal({ LOG_LEVEL: 'x'.repeat(10_000) }).length).toBeLessThan(200)
  })
})

describe('in production', () => {
  test('what it needs is enough, and prices are real', () => {
    expect(readConfig(PRODUCTION)).toMatchObject({ production: true, priceFeed: 'auto' })
  })

  test('the local sign-in, a secret made up at the start and invented prices are refused', () => {
    expect(refusal({ ...PRODUCTION, GOOGLE_CLIENT_ID: '' })).toStartWith('GOOGLE_CLIENT_ID')
    expect(refusal({ ...PRODUCTION, JWT_SECRET: '' })).toStartWith('JWT_SECRET')
    expect(refusal({ ...PRODUCTION, PRICE_FEED: 'simulated' })).toStartWith('PRICE_FEED')
  })
})

test('the help names every variable with its default, and nothing is read that it does not name', () => {
  const help = configHelp()
  for (const [name, [fallback, text]] of Object.entries(VARIABLES)) {
    const line = help.split('\n').find((candidate) => candidate.trimStart().startsWith(`${name} `))
    expect(line).toContain(text)
    if (fallback !== '') expect(line).toEndWith(`Default: ${fallback}`)
  }
  const asked = new Set<string>()
  const environment = new Proxy<Record<string, string>>(
    {},
    {
      get: (_, name) => {
        asked.add(String(name))
        return undefined
      },
    },
  )
  readConfig(environment)
  const unnamed = ['DATABASE_REPLICA_URL', 'BUS_URL']
  for (const name of asked) expect([...Object.keys(VARIABLES), ...unnamed]).toContain(name)
})
