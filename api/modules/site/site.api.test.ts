import { afterEach, expect, test } from 'bun:test'
import { Site } from '#shared/contract/site.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer | undefined
afterEach(async () => {
  await server?.stop()
  server = undefined
})

test('returns example addresses and no ads without configuration', async () => {
  server = await startTestServer()
  expect(await server.api.get(Site, '/site')).toEqual({
    donation: {
      btc: '1BitcoinEaterAddressDontSendf59kuE',
      eth: '0x000000000000000000000000000000000000dEaD',
      isExample: true,
    },
    ads: { top: null, middle: null, bottom: null },
    clientErrors: true,
  })
})

test('returns the configuration, and 304 for a known ETag', async () => {
  const ad = { image: 'https://ads.example/a.png', href: 'https://ads.example/', alt: 'Charts' }
  const btc = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  const eth = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  server = await startTestServer({
    environment: { DONATION_BTC: btc, DONATION_ETH: eth, AD_MIDDLE: JSON.stringify(ad) },
  })
  expect(await server.api.get(Site, '/site')).toEqual({
    donation: { btc, eth, isExample: false },
    ads: { top: null, middle: ad, bottom: null },
    clientErrors: true,
  })
  const address = `${server.url}/api/v1/site`
  const first = await fetch(address)
  const again = await fetch(address, {
    headers: { 'if-none-match': first.headers.get('etag') ?? '' },
  })
  expect([first.status, again.status]).toEqual([200, 304])
})
