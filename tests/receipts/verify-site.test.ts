import { expect, test } from 'bun:test'
import { readSite } from '#build/verify/site.ts'
import { KEYS_PATH, LOG_PATHS } from '#shared/contract/endpoints.ts'
import { sampleLog } from '#tests/log/sample-log.ts'
import { TEST_ORIGIN, testKey, testSigner } from '#tests/support/test-signer.ts'

const POLICY = { origin: TEST_ORIGIN, vkeys: [], witnesses: [] }

/** A site that answers `refusals` requests with 429 first. */
function siteThatRefuses(refusals: number, retryAfter: string) {
  let left = refusals
  return Bun.serve({
    port: 0,
    fetch({ url }) {
      if (left-- > 0)
        return new Response('', { status: 429, headers: { 'retry-after': retryAfter } })
      return Response.json(url.endsWith(KEYS_PATH) ? { keys: [testKey()] } : POLICY)
    },
  })
}

/** A site with a log of `size` entries behind a cache that has the checkpoint of `cached` as the newest one. */
function siteBehindCache(size: number, cached: number) {
  const log = sampleLog(size)
  const sealedAt = Date.parse('2026-11-23T00:00:31.000Z')
  const tile = Buffer.concat(log.leaves)
  return Bun.serve({
    port: 0,
    fetch({ url }) {
      const { pathname, search } = new URL(url)
      if (pathname === KEYS_PATH) return Response.json({ keys: [testKey()] })
      if (pathname === LOG_PATHS.policy) return Response.json(POLICY)
      if (pathname !== LOG_PATHS.checkpoint) return new Response(tile)
      return new Response(testSigner.checkpoint(log.head(search === '' ? cached : size), sealedAt))
    },
  })
}

test.each([
  [5, 3, null],
  [3, 3, "the site's log has 3 entries, fewer than the 4 of this checkpoint."],
])('compares 4 entries with a log of %d that a cache has at %d', async (size, cached, result) => {
  const server = siteBehindCache(size, cached)
  const site = await readSite(server.url.href, [])
  expect(await site.contradiction(sampleLog(4).head())).toBe(result)
  await server.stop(true)
})

test('waits as long as a site asks, and sends the request again', async () => {
  const server = siteThatRefuses(2, '41')
  const pauses: number[] = []
  const site = await readSite(server.url.href, [], async (ms) => void pauses.push(ms))
  expect(site.origin).toBe(TEST_ORIGIN)
  expect(pauses).toEqual([41_000, 41_000])
  await server.stop(true)
})

test.each(['121', 'Fri, 27 Nov 2026 08:00:00 GMT'])('does not wait for %s', async (retryAfter) => {
  const server = siteThatRefuses(1, retryAfter)
  const reading = readSite(server.url.href, [], () => expect.unreachable())
  await expect(reading).rejects.toThrow('answered 429.')
  await server.stop(true)
})
