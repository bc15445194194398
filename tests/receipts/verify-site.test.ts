import { expect, test } from 'bun:test'
import { readSite } from '#build/verify/site.ts'
import { KEYS_PATH } from '#shared/contract/endpoints.ts'
import { TEST_ORIGIN, testKey } from '#tests/support/test-signer.ts'

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
