import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { DOMParser } from '@xmldom/xmldom'
import { CreatePostReply } from '#shared/contract/posts.ts'
import { CreateVoteReply, EditVoteReply, VoteItem } from '#shared/contract/votes.ts'
import { createFormat } from '#shared/i18n/format.ts'
import { liveRound } from '#shared/rules/schedule.ts'
import { MINUTE_MS } from '#shared/rules/time.ts'
import { newcomer } from '#tests/support/crowd.ts'
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

describe('a changed call', () => {
  /** Casts a call and changes it four minutes later. */
  async function changed(nickname: string, vote: 'down' | 'unknown') {
    const person = await newcomer(server, nickname)
    const targetDate = new Date(liveRound(server.clock.now()).targetDate).toISOString()
    const first = { targetDate, vote: 'up', content: '' }
    const { id } = await person.api.call(CreateVoteReply, 'POST', '/votes', first)
    server.clock.advance(4 * MINUTE_MS)
    const changedAt = new Date(server.clock.now()).toISOString()
    const change = { vote, content: '' }
    const { offer, carried } = await person.api.call(EditVoteReply, 'PUT', `/votes/${id}`, change)
    const { uniqueCode, created } = await server.api.get(VoteItem, `/votes/${id}/item`)
    const feed = await (await get(`/feed/u/${uniqueCode}.xml`)).text()
    return { offer, carried, created, changedAt, feed }
  }
  const { signed } = createFormat('en-US', 'UTC')

  test('has the points that its result will give, those carried over included', async () => {
    const { offer, carried, feed } = await changed('Changer', 'down')
    expect(carried).not.toBe(0)
    const points = `${signed(carried + offer.hit)} if right · ${signed(carried + offer.miss)} if wrong`
    expect(feed).toContain(`Locked in: ${points}.`)
  })

  test('has the points carried over alone without a direction', async () => {
    const { carried, feed } = await changed('Undecided', 'unknown')
    expect(carried).not.toBe(0)
    expect(feed).toContain(`Locked in: ${signed(carried)} points carried over.`)
  })

  test('is updated, for readers that know it with the direction before', async () => {
    const { created, changedAt, feed } = await changed('Updater', 'down')
    expect(feed).toContain(`<published>${created}</published>`)
    expect(feed.split('<entry>')[1]).toContain(`<updated>${changedAt}</updated>`)
  })
})

test('closed rounds and the calendar are feeds, free posts are none', async () => {
  expect((await titlesOf('/feed/rounds.xml')).every((title) => /^Round of/.test(title))).toBe(true)
  const calendar = await get('/rounds.ics')
  expect(calendar.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(await calendar.text()).toStartWith('BEGIN:VCALENDAR\r\n')
  expect((await get('/feed/frees.xml')).status).toBe(404)
})
