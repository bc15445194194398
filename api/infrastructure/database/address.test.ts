import { expect, test } from 'bun:test'
import pg from 'pg'
import { hostUrls, isDatabaseAddress, publicAddress } from './address.ts'

/** Host, port, user, password and database as `pg` reads them. */
function readBy(url: string) {
  const { host, port, user, password, database } = new pg.Client({ connectionString: url })
  return { host, port, user, password, database }
}

test('an address with several hosts is one URL per host, as pg reads it', () => {
  const address =
    'postgresql://kim:p%40%2Fs@db.example:6432,[::1]:5433,10.0.0.7/tidemark?sslmode=disable'
  const login = { user: 'kim', password: 'p@/s', database: 'tidemark' }
  expect(hostUrls(address).map(readBy)).toEqual([
    { host: 'db.example', port: 6432, ...login },
    { host: '::1', port: 5433, ...login },
    { host: '10.0.0.7', port: 5432, ...login },
  ])
})

test('an @ in the password needs no encoding', () => {
  const [url = ''] = hostUrls('postgresql://kim:p@ss@db/tidemark')
  expect(readBy(url)).toMatchObject({ host: 'db', password: 'p@ss' })
})

test.each([
  ['postgresql:///tidemark?host=/run/postgresql', true],
  ['postgres://kim@a,b:6432/tidemark?target_session_attrs=read-write', true],
  ['postgres://kim@a/tidemark?target_session_attrs=prefer-standby', false],
  ['postgres://kim@a,/tidemark', false],
  ['postgres://kim@a:1,b:99999/tidemark', false],
  ['postgres://kim@::1/tidemark', false],
  ['postgres:///tidemark?host=a,b', false],
  ['host=a dbname=tidemark', false],
])('%s can be used: %p', (address, isUsable) => {
  expect(isDatabaseAddress(address)).toBe(isUsable)
})

test('the public address has no credentials', () => {
  expect(publicAddress('postgres://kim:secret@a:1,[::1]/tidemark')).toBe('postgres://a:1,[::1]')
})
