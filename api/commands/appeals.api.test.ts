import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Done } from '#shared/contract/common.ts'
import { OwnActs } from '#shared/contract/moderation.ts'
import { CreatePostReply, PostDetail } from '#shared/contract/posts.ts'
import { type CommandFixture, createCommandFixture } from '#tests/support/command-fixture.ts'
import { newAdmin, newcomer } from '#tests/support/crowd.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

let fixture: CommandFixture
let server: TestServer
let author: Person
let admin: Person

beforeAll(async () => {
  fixture = await createCommandFixture()
  server = await startTestServer({ database: await fixture.open() })
  author = await newcomer(server, 'Author')
  admin = await newAdmin(server, 'Admin')
})
afterAll(async () => {
  await server.stop()
  await fixture.dispose()
})

/** Hides a post, against which its author appeals. */
async function appealed(content: string) {
  const { id } = await author.api.call(CreatePostReply, 'POST', '/posts/frees', { content })
  const hide = { act: 'hide', target: 'post', targetId: id, reason: 'spam', message: 'No ads.' }
  await admin.api.call(Done, 'POST', '/moderation/acts', hide)
  const [act] = await author.api.get(OwnActs, '/profile/moderation')
  const actId = `${act?.id}`
  const path = `/profile/moderation/${actId}/appeal`
  await author.api.call(Done, 'POST', path, { text: 'It was\na joke.' })
  return { id, actId }
}
const isHidden = async (id: number) =>
  (await author.api.get(PostDetail, `/posts/frees/${id}`)).hidden === true
const appealOf = async (actId: string) =>
  (await author.api.get(OwnActs, '/profile/moderation')).find(({ id }) => `${id}` === actId)?.appeal

test('lists open appeals with their acts, and grants one, which reverses its act', async () => {
  const { id, actId } = await appealed('<p>Buy now</p>')
  const { output } = await fixture.run('admin', 'appeals')
  expect(output).toMatch(
    new RegExp(`^act ${actId}  hide post ${id} of \\w+  spam, .+Buy now  No ads`),
  )
  expect(output).toContain('It was a joke.')
  expect(output).toEndWith('1 open appeal')
  const granted = await fixture.run('admin', 'appeal', actId, 'grant', 'You', 'are right.')
  expect([granted.code, granted.output]).toEqual([0, `appeal granted: act ${actId}`])
  expect(await isHidden(id)).toBe(false)
  expect(await appealOf(actId)).toMatchObject({ granted: true, answer: 'You are right.' })
  expect((await fixture.run('admin', 'appeals')).output).toBe('0 open appeals')
  expect((await fixture.run('admin', 'appeal', actId, 'deny')).code).toBe(1)
})

test('denies an appeal, whose act stays', async () => {
  const { id, actId } = await appealed('<p>Buy later</p>')
  const denied = await fixture.run('admin', 'appeal', actId, 'deny')
  expect([denied.code, denied.output]).toEqual([0, `appeal denied: act ${actId}`])
  expect(await isHidden(id)).toBe(true)
  expect(await appealOf(actId)).toMatchObject({ granted: false, answer: '' })
})

test.each([
  [['appeals', 'open']],
  [['appeal', '1']],
  [['appeal', 'one', 'grant']],
  [['appeal', '1', 'uphold']],
  [['appeal', '1', 'deny', '--quiet']],
  [['appeal', '1', 'deny', 'x'.repeat(10_000)]],
])('prints its usage when given %j', async (args) => {
  expect((await fixture.run('admin', ...args)).code).toBe(2)
})
