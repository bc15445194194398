import { expect, test } from 'bun:test'
import { acceptsEncoding } from './content-encoding.ts'

test.each([
  [null, 'gzip', false],
  ['', 'gzip', false],
  ['gzip, deflate, br, zstd', 'gzip', true],
  ['GZIP', 'gzip', true],
  ['deflate', 'gzip', false],
  ['gzip;q=0', 'gzip', false],
  ['gzip ; q=0.000', 'gzip', false],
  ['gzip;q=0.001', 'gzip', true],
  ['gzip;q=1', 'gzip', true],
  ['br;q=0, gzip', 'gzip', true],
  ['br;q=0, gzip', 'br', false],
  ['*', 'br', true],
  ['*;q=0', 'gzip', false],
  ['gzip, *;q=0', 'gzip', true],
  ['*;q=0, gzip', 'gzip', true],
  ['*, gzip;q=0', 'gzip', false],
  ['*, gzip;q=0', 'zstd', true],
  ['not-gzip', 'gzip', false],
  ['gzip2', 'gzip', false],
])('Accept-Encoding %p for %s: %p', (header, coding, expected) => {
  expect(acceptsEncoding(header, coding)).toBe(expected)
})
