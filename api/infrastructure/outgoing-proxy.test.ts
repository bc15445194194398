import { expect, test } from 'bun:test'
import { readConfig } from './config.ts'

const PROXY = 'http://me:hunter2@proxy.example:3128'
const proxyOf = (environment: Record<string, string>) =>
  readConfig(environment).exchanges.binance.proxy

test.each([
  [{}, undefined],
  [{ HTTPS_PROXY: PROXY }, PROXY],
  [{ https_proxy: PROXY }, PROXY],
  [{ HTTP_PROXY: PROXY }, undefined],
  [{ HTTPS_PROXY: PROXY, NO_PROXY: 'localhost, .binance.vision' }, undefined],
  [{ HTTPS_PROXY: PROXY, no_proxy: 'data-stream.binance.vision' }, undefined],
  [{ HTTPS_PROXY: PROXY, NO_PROXY: '*' }, undefined],
  [{ HTTPS_PROXY: PROXY, NO_PROXY: 'nance.vision,example' }, PROXY],
  [{ HTTPS_PROXY: PROXY, BINANCE_STREAM_URL: 'ws://127.0.0.1:9' }, undefined],
])('live prices with %j take the proxy %s', (environment, expected) => {
  expect(proxyOf(environment)).toBe(expected)
})

test.each(['proxy:3128', 'proxy.example', 'socks5://hunter2@a:1'])(
  'refuses HTTPS_PROXY=%s',
  (value) => {
    const line = 'HTTPS_PROXY must be a URL such as http://proxy.example:3128.'
    expect(() => proxyOf({ HTTPS_PROXY: value })).toThrow(line)
  },
)
