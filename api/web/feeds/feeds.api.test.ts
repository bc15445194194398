import { afterAll, beforeAll, expect, test } from 'bun:test'
import { DOMParser } from '@xmldom/xmldom'
import { CreatePostReply } from '#shared/contract/posts.ts'
import { CreateVoteReply, VoteItem } from '#shared/contract/votes.ts'
import { liveRound } from '#shared/rules/schedule.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

const NOTE = 'secret-of-a-note'
let server: TestServer
let author: Person
let admin: Person
let code = ''

beforeAll(async () => {
  server = await startTestServer({ environment: { ADMIN_EMAILS: 'boss@example.com' } })
  author = await server.person('Author')
  admin = await server.person('boss@example.com')
  const { id } = await author.api.call(CreateVoteReply, 'POST', '/votes', {
    targetDate: new Date(liveRound(server.clock.now()).targetDate).toISOString(),
    vote: 'up',
    content: `<p>${NOTE}</p><p>${NOTE}</p>`,
  })
  code = (await server.api.get(VoteItem, `/votes/${id}/item`)).uniqueCode
})
afterAll(() => server.stop())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers: { 'accept-language': 'en', ...headers } })

async function titlesOf(path: string): Promise<string[]> {
  const reply = await get(path)
  expect(reply.status).toBe(200)
  const document = new DOMParser().parseFromString(await reply.text(), 'text/xml')
  return Array.from(document.getElementsByTagName('entry')).map(
    (entry) => entry.getElementsByTagName('title')[0]?.textContent ?? '',
  )
}

const write = async (person: Person, board: string, content: string) =>
  (await person.api.call(CreatePostReply, 'POST', `/posts/${board}`, { content })).id

test('boards of guests are feeds that change with their posts', async () => {
  expect(await titlesOf('/feed/suggestions.xml')).toEqual([])
  const id = await write(author, 'suggestions', '<p>More &amp; better</p><script>1</script>')
  expect(await titlesOf('/feed/suggestions.xml')).toEqual(['More & better'])
  const text = await (await get('/feed/suggestions.xml')).text()
  expect(text).not.toContain('script')
  expect(text).toContain(`#${code}`)
  expect(text).not.toContain('Author')
  const hide = { target: 'post', targetId: id, act: 'hide', reason: 'spam' }
  expect((await admin.api.raw('POST', '/moderation/acts', { body: hide })).status).toBe(200)
  expect(await titlesOf('/feed/suggestions.xml')).toEqual([])
})

test('notices have their text, in the language of the reader', async () => {
  await write(admin, 'notices', '<p>News</p><p>all of it</p>')
  const english = await get('/feed/notices.xml')
  expect(english.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  expect(await english.text()).toContain('all of it')
  const korean = await (await get('/feed/notices.xml', { 'accept-language': 'ko' })).text()
  expect(korean).toContain('타이드마크: 공지')
  expect(korean).toBe(await (await get('/feed/notices.xml?lang=ko')).text())
  const tag = english.headers.get('etag') ?? ''
  expect((await get('/feed/notices.xml', { 'if-none-match': tag })).status).toBe(304)
})

test('the calls of a person are a feed without notes, and gone after a ban', async () => {
  const path = `/feed/u/${code}.xml`
  expect(await titlesOf(path)).toEqual([
    expect.stringMatching(/^▲ Up, above [\d,]+: round of Thu, Nov 19, 2026$/),
  ])
  expect(await (await get(path)).text()).not.toMatch(new RegExp(`${NOTE}|@|Author`))
  expect((await get('/feed/u/ZZZZZZ.xml')).status).toBe(404)
  const post = await write(author, 'suggestions', '<p>Spam</p>')
  const ban = { target: 'post', targetId: post, act: 'ban', reason: 'spam' }
  expect((await admin.api.raw('POST', '/moderation/acts', { body: ban })).status).toBe(200)
  expect((await get(path)).status).toBe(404)
})

test('closed rounds and the calendar are feeds, free posts are none', async () => {
  expect((await titlesOf('/feed/rounds.xml')).every((title) => /^Round of/.test(title))).toBe(true)
  const calendar = await get('/rounds.ics')
  expect(calendar.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(await calendar.text()).toStartWith('BEGIN:VCALENDAR\r\n')
  expect((await get('/feed/frees.xml')).status).toBe(404)
})
