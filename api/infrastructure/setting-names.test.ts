import { expect, test } from 'bun:test'
import { misspelledSettings, unknownInEnvFile } from './setting-names.ts'

const NAMES = [
  ...['PORT', 'HOST', 'DATABASE_URL', 'DATABASE_CONNECTIONS', 'TRUSTED_PROXIES', 'CORS_ORIGINS'],
  ...['BUS_URL', 'ADMIN_EMAILS', 'JWT_SECRET', 'METRICS_PORT', 'LOG_LEVEL', 'BINANCE_REST_URL'],
]

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATABASEURL', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['CORS_ORIGIN', 'CORS_ORIGINS'],
  ['ADMIN_EMAIL', 'ADMIN_EMAILS'],
  ['JWT_SECERT', 'JWT_SECRET'],
  ['JWT_SECRTE', 'JWT_SECRET'],
  ['BUS_ULR', 'BUS_URL'],
  ['DATABASE_CONECTION', 'DATABASE_CONNECTIONS'],
])('takes %s for a misspelled %s', (given, meant) => {
  expect(misspelledSettings(NAMES, { [given]: 'x' })).toEqual([{ given, meant }])
})

test.each([
  // Variables of shells, package managers, service managers and other programs.
  ...['HOSTNAME', 'HOSTS', 'SORT', 'port', 'BASE_URL', 'BUILD_URL', 'DBUS_SESSION_BUS_ADDRESS'],
  ...['XDG_DATA_DIRS', 'npm_config_loglevel', 'POSTGRES_PASSWORD', 'TEST_DATABASE_URL'],
  ...['DATABASE_CA_FILE', 'REDIS_URL', 'OTEL_RESOURCE_ATTRIBUTES', 'GOOGLE_CLOUD_PROJECT'],
])('leaves %s to others', (name) => {
  expect(misspelledSettings(NAMES, { [name]: 'x' })).toEqual([])
})

test('leaves a near name alone when the setting is set, or when its own value is empty', () => {
  expect(misspelledSettings(NAMES, { DATABASE_URI: 'x', DATABASE_URL: 'y' })).toEqual([])
  expect(misspelledSettings(NAMES, { DATABASE_URI: ' ' })).toEqual([])
})

test('names a misspelled setting once, with the nearest of two', () => {
  const names = ['METRICS_PORT', 'METRICS_PORTS_']
  expect(misspelledSettings(names, { METRICS_PORTS: '1' })).toHaveLength(1)
})

test('names what a .env file sets without effect', () => {
  const text =
    '# PORTT=1\nPORT=3000\nPUBLIC_ULR="https://a.example"\nVITE_API_URL=https://a.example\n'
  expect(unknownInEnvFile(NAMES, text)).toEqual(['PUBLIC_ULR'])
})
