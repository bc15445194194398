import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { formatOts, formatTimestamp, parseOts } from '#shared/rules/log/opentimestamps.ts'
import { attestationsOf, type Timestamp, upgradeTimestamp } from '#shared/rules/log/timestamp.ts'
import { createStandInCalendar } from '#tests/log/calendar.ts'
import { COSIGNED_AT } from '#tests/log/sample-log.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { commitmentsOf, createCalendarClient, isInBitcoin } from './calendar-client.ts'

const URL_OF = 'https://calendar.example'
const clock = testClock(COSIGNED_AT * 1000)
const digestOf = (text: string) => Uint8Array.from(createHash('sha256').update(text).digest())
const DIGEST = digestOf('a checkpoint')

function standIn() {
  const calendar = createStandInCalendar(URL_OF, clock.now)
  const client = createCalendarClient({
    clock,
    fetch: (url, init) => calendar.handle(new Request(url, init)),
  })
  return { calendar, client }
}

const answering = (response: Response) =>
  createCalendarClient({ clock, fetch: () => Promise.resolve(response) })

const replyOf = (timestamp: Timestamp) => new Response(Uint8Array.from(formatTimestamp(timestamp)))

describe('a calendar', () => {
  test('promises a timestamp, and later leads every digest to the same block', async () => {
    const { calendar, client } = standIn()
    const digests = ['a', 'b', 'c', 'd'].map(digestOf)
    const roots = new Set<string>()
    const files: Timestamp[] = []
    for (const digest of digests) {
      const reply = await client.submit(URL_OF, digest)
      if (reply.result !== 'accepted') throw new Error(reply.reason)
      files.push(reply.timestamp)
    }
    calendar.confirm(900_000)
    for (const file of files) {
      const [commitment = DIGEST] = commitmentsOf(file, URL_OF)
      const reply = await client.upgrade(URL_OF, commitment)
      if (reply.result !== 'upgraded') throw new Error(reply.result)
      const upgraded = parseOts(formatOts(upgradeTimestamp(file, reply.timestamp)))
      const found = upgraded ? attestationsOf(upgraded) : []
      expect(found.map(({ attestation }) => attestation.kind)).toEqual(['pending', 'bitcoin'])
      roots.add(Buffer.from(found[1]?.message ?? DIGEST).toString('hex'))
    }
    expect([...roots]).toEqual([Buffer.from(calendar.roots.get(900_000) ?? DIGEST).toString('hex')])
  })

  test('answers that a commitment is pending or not known', async () => {
    const { client } = standIn()
    const reply = await client.submit(URL_OF, DIGEST)
    if (reply.result !== 'accepted') throw new Error(reply.reason)
    const [commitment = DIGEST] = commitmentsOf(reply.timestamp, URL_OF)
    expect(commitmentsOf(reply.timestamp, 'https://other.example')).toEqual([])
    expect(await client.upgrade(URL_OF, commitment)).toEqual({ result: 'pending' })
    expect(await client.upgrade(URL_OF, DIGEST)).toEqual({ result: 'pending' })
  })
})

describe('a reply of a calendar', () => {
  const timestamp = (uri: string): Timestamp => ({
    message: DIGEST,
    attestations: [{ kind: 'pending', uri }],
    steps: [],
  })

  test('is accepted from that calendar only, with a slash at its end or without', async () => {
    const accepted = await answering(replyOf(timestamp(`${URL_OF}/`))).submit(URL_OF, DIGEST)
    expect(accepted.result).toBe('accepted')
    const other = replyOf(timestamp('http://10.0.0.1'))
    expect(await answering(other).submit(URL_OF, DIGEST)).toMatchObject({ result: 'failed' })
  })

  test.each([
    ['an error', new Response('', { status: 500 }), 'status 500'],
    ['a redirect', new Response('', { status: 302 }), 'status 302'],
    ['a page', new Response('<html>'), 'not a timestamp'],
    ['too many bytes', new Response(new Uint8Array(10_001)), 'reply too large'],
  ])('fails with %s', async (_, response, reason) => {
    const failed = { result: 'failed' as const, reason }
    expect(await answering(response.clone()).submit(URL_OF, DIGEST)).toEqual(failed)
    expect(await answering(response).upgrade(URL_OF, DIGEST)).toEqual(failed)
  })

  test('is no upgrade without a block, nor with a root of another length', async () => {
    const pending = await answering(replyOf(timestamp(URL_OF))).upgrade(URL_OF, DIGEST)
    expect(pending).toEqual({ result: 'pending' })
    const attestations = [{ kind: 'bitcoin' as const, height: 1 }]
    expect(isInBitcoin({ message: DIGEST, attestations, steps: [] })).toBe(true)
    expect(isInBitcoin({ message: new Uint8Array(31), attestations, steps: [] })).toBe(false)
  })
})
