import { afterAll, beforeAll, expect, test } from 'bun:test'
import { CreateVoteReply, VoteItem } from '#shared/contract/votes.ts'
import { liveRound } from '#shared/rules/schedule.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/cards/${path}?lang=en`, { headers })

const tagOf = async (path: string) => (await get(path)).headers.get('etag')

test('a card is a picture with a strong ETag, also for HEAD', async () => {
  const reply = await get('rounds/2026-11-19.png')
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-type')).toBe('image/png')
  expect(reply.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  const tag = reply.headers.get('etag') ?? ''
  expect(tag).toMatch(/^"\w+"$/)
  expect(Buffer.from(await reply.bytes()).toString('latin1', 1, 4)).toBe('PNG')
  expect((await get('rounds/2026-11-19.png', { 'if-none-match': tag })).status).toBe(304)
  const head = await fetch(`${server.url}/cards/site.png`, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect((await fetch(`${server.url}/cards/nothing.png`)).status).toBe(404)
})

test('a ban takes the cards of a person and their calls away within a second', async () => {
  const person = await server.person('Carla')
  const { id } = await person.api.call(CreateVoteReply, 'POST', '/votes', {
    targetDate: new Date(liveRound(server.clock.now()).targetDate).toISOString(),
    vote: 'up',
    content: '<p>secret-of-a-note</p>',
  })
  const { uniqueCode } = await server.api.get(VoteItem, `/votes/${id}/item`)
  const paths = [`calls/${id}.png`, `people/${uniqueCode}.png`]
  const general = await tagOf('site.png')
  for (const path of paths) expect(await tagOf(path)).not.toBe(general)
  const { database } = server.infrastructure
  await database.script(`UPDATE user_account SET banned_at = now() WHERE id = ${person.id}`)
  server.infrastructure.bus.publish('moderation', { target: 'user', id: person.id })
  for (const path of paths) expect(await tagOf(path)).toBe(general)
})
