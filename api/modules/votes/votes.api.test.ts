import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { verifyCounters } from '#api/commands/backup/verify-counters.ts'
import { statement } from '#api/infrastructure/database/sql.ts'
import { RESEND_MS } from '#api/modules/account/author-sql.ts'
import { Profile } from '#shared/contract/profile.ts'
import { RoundDetail } from '#shared/contract/rounds.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { CreateVoteReply, EditVoteReply, VoteDetail, VoteList } from '#shared/contract/votes.ts'
import { MINUTE_MS } from '#shared/rules/time.ts'
import { claimsOf } from '#tests/support/api-client.ts'
import { crowd, newcomer } from '#tests/support/crowd.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

const REPEATED = '/votes?repeated=stored'

describe('creating and editing votes', () => {
  let server: TestServer
  let targetDate = ''

  beforeAll(async () => {
    server = await startTestServer()
    targetDate = (await server.api.get(VoteSummary, '/vote/summary')).target2.targetDate
  })
  afterAll(() => server.stop())

  const cast = (person: Person, vote: string, content = '') =>
    person.api.call(CreateVoteReply, 'POST', '/votes', { targetDate, vote, content })
  const edit = (person: Person, id: number, vote: string, content: string) =>
    person.api.call(EditVoteReply, 'PUT', `/votes/${id}`, { vote, content })
  const detail = (person: Person, id: number) => person.api.get(VoteDetail, `/votes/${id}`)
  const tally = async () => (await server.api.get(VoteSummary, '/vote/summary')).target2.votes
  const shown = () => server.api.get(RoundDetail, `/rounds/${targetDate}`)
  const firstOfList = async () => (await server.api.get(VoteList, '/votes')).posts[0]

  test('accepts one of 200 concurrent votes of a user', async () => {
    const person = await newcomer(server, 'Racer')
    const before = await tally()
    const body = { targetDate, vote: 'down', content: '<p>first</p>' }
    const replies = await Promise.all(
      Array.from({ length: 200 }, () => person.api.raw('POST', '/votes', { body })),
    )
    const kinds = replies.map(({ status, body }) =>
      status === 200 ? '200' : `${status} ${Bun.inspect(body).match(/code: "(\w+)"/)?.[1]}`,
    )
    expect(kinds.filter((kind) => kind === '200')).toHaveLength(1)
    expect(kinds.filter((kind) => kind === '409 ALREADY_VOTED')).toHaveLength(199)
    expect(await tally()).toEqual({ ...before, down: before.down + 1 })
    const rows = await server.infrastructure.database.query(
      statement('SELECT 1 FROM vote WHERE user_id = $1'),
      [person.id],
    )
    expect(rows).toHaveLength(1)
    expect(await verifyCounters(server.infrastructure.database)).toEqual([])
  })

  const note = `<p>${'Written at length. '.repeat(100)}</p>`
  for (const [what, content] of [
    ['a note', '<p>why<br></p>'],
    ['a long note', note],
    ['no note', ''],
  ] as const) {
    test(`answers a vote with ${what} that is sent again with the stored one, for ten minutes`, async () => {
      const person = await newcomer(server, 'Repeater')
      const body = { targetDate, vote: 'up', content }
      const first = await person.api.call(CreateVoteReply, 'POST', '/votes', body)
      const count = await tally()
      server.clock.advance(RESEND_MS - 1)
      expect(await person.api.refusal('POST', '/votes', body)).toBe('409 ALREADY_VOTED')
      const again = await person.api.call(CreateVoteReply, 'POST', REPEATED, body)
      expect({ ...again, accessToken: '' }).toEqual({ ...first, accessToken: '' })
      expect(claimsOf(again.accessToken).lastVoteTime).toBe(
        claimsOf(first.accessToken).lastVoteTime,
      )
      expect(await tally()).toEqual(count)
      const other = { ...body, content: `<p>Another.</p>${note}` }
      expect(await person.api.refusal('POST', REPEATED, other)).toBe('409 ALREADY_VOTED')
      expect(await person.api.refusal('POST', REPEATED, { ...body, vote: 'steady' })).toBe(
        '409 ALREADY_VOTED',
      )
      server.clock.advance(1)
      const late = person.api.as(again.accessToken)
      expect(await late.refusal('POST', REPEATED, body)).toBe('409 ALREADY_VOTED')
    })
  }

  test('counts the concurrent votes of 200 users exactly', async () => {
    const people = await crowd(server, 200)
    const choices = ['up', 'steady', 'down', 'unknown'] as const
    const before = await tally()
    const total = (await server.api.get(VoteList, '/votes')).pagination.totalPosts
    const replies = await Promise.all(
      people.map((person, index) => cast(person, choices[index % 4] ?? 'unknown')),
    )
    expect(new Set(replies.map(({ id }) => id)).size).toBe(200)
    const { up, steady, down, unknown } = before
    const after = { up: up + 50, steady: steady + 50, down: down + 50, unknown: unknown + 50 }
    expect(await tally()).toEqual(after)
    expect((await server.api.get(VoteList, '/votes')).pagination.totalPosts).toBe(total + 200)
    expect(await verifyCounters(server.infrastructure.database)).toEqual([])
  })

  test('stores the displayed offer', async () => {
    for (const choice of ['up', 'steady', 'down'] as const) {
      const person = await newcomer(server, 'Offered')
      const offer = (await shown()).offers?.[choice]
      const reply = await cast(person, choice)
      expect(offer).toBeDefined()
      expect(reply.offer).toEqual(offer ?? { hit: 0, miss: 0 })
      expect(reply.offer.hit).toBeGreaterThan(0)
      expect(reply.offer.miss).toBeLessThan(0)
      expect((await detail(person, reply.id)).offer).toEqual({ ...reply.offer, version: 3 })
    }
  })

  test('offers nothing for unknown', async () => {
    const reply = await cast(await newcomer(server, 'Unsure'), 'unknown')
    expect(reply.offer).toEqual({ hit: 0, miss: 0 })
  })

  test('updates the tally once when a direction changes', async () => {
    const person = await newcomer(server, 'Mover')
    const { id } = await cast(person, 'up')
    const before = await tally()
    await Promise.all(Array.from({ length: 20 }, () => edit(person, id, 'steady', '')))
    expect(await tally()).toEqual({ ...before, up: before.up - 1, steady: before.steady + 1 })
    expect(await verifyCounters(server.infrastructure.database)).toEqual([])
  })

  test('sets `modified` in an edit, not `created` or lastVoteTime', async () => {
    const person = await newcomer(server, 'Patient')
    const votedAt = server.clock.now()
    const { id, accessToken } = await cast(person, 'up', '<p>one</p>')
    expect(claimsOf(accessToken).lastVoteTime).toBe(votedAt)
    expect((await detail(person, id)).modified).toBeNull()
    server.clock.advance(7 * MINUTE_MS)
    await edit(person, id, 'down', '<p>two</p>')
    const after = await detail(person, id)
    expect(after).toMatchObject({ content: '<p>two</p>', title: 'two', voteChoice: 'down' })
    expect(after.modified).toBe(new Date(votedAt + 7 * MINUTE_MS).toISOString())
    expect(after.created).toBe(new Date(votedAt).toISOString())
    expect(after.editableUntil).toBe(new Date(votedAt + 60 * MINUTE_MS).toISOString())
    expect((await person.api.get(Profile, '/profile')).lastVoteTime).toBe(votedAt)
  })

  const titles: [what: string, content: string, title: string][] = [
    ['the first line with something to see', '<p> </p><p>&nbsp;</p><p>Seen</p><p>b</p>', 'Seen'],
    ['without markup', '<h2>A <b>bold</b> &amp; plain</h2>', 'A bold & plain'],
    ['up to a line break', '<p>one<br>two</p>', 'one'],
    ['80 characters', `<p>${'x'.repeat(80)}</p>`, 'x'.repeat(80)],
    ['cut after 80 characters', `<p>${'가'.repeat(90)}</p>`, '가'.repeat(80)],
    ['cut between emoji', `<p>${'🙂'.repeat(90)}</p>`, '🙂'.repeat(80)],
  ]
  for (const [what, content, title] of titles) {
    test(`uses ${what} as the title`, async () => {
      const person = await newcomer(server, 'Titled')
      const { id } = await cast(person, 'up', content)
      expect((await detail(person, id)).title).toBe(title)
      expect(await firstOfList()).toMatchObject({ id, title, contentExist: 1 })
    })
  }

  for (const content of ['', '   ', '<p></p>', '<p>&nbsp; <br></p>', '<p>\u200b</p>']) {
    test(`stores blank content as empty: ${JSON.stringify(content)}`, async () => {
      const person = await newcomer(server, 'Silent')
      const { id } = await cast(person, 'up', content)
      expect(await detail(person, id)).toMatchObject({ content: '', title: '' })
      expect(await firstOfList()).toMatchObject({ id, title: '', contentExist: 0 })
    })
  }

  test('accepts no content, and removes it when an edit has none', async () => {
    const person = await newcomer(server, 'Brief')
    const body = { targetDate, vote: 'up' }
    const { id } = await person.api.call(CreateVoteReply, 'POST', '/votes', body)
    await edit(person, id, 'up', '<p>text</p>')
    expect(await firstOfList()).toMatchObject({ id, title: 'text', contentExist: 1 })
    await person.api.call(EditVoteReply, 'PUT', `/votes/${id}`, { vote: 'up' })
    expect(await firstOfList()).toMatchObject({ id, title: '', contentExist: 0 })
  })

  const hostile: [content: string, sanitized: string][] = [
    ['<p>a</p><script>alert(1)</script>', '<p>a</p>'],
    ['<p onclick="alert(1)">a</p>', '<p>a</p>'],
    ['<p>a<img src="x" onerror="alert(1)"></p>', '<p>a</p>'],
    ['<p><a href="javascript:alert(1)">a</a></p>', '<p><a>a</a></p>'],
    ['<p style="position:fixed">a</p><iframe src="https://evil.example"></iframe>', '<p>a</p>'],
    ['<svg><script>alert(1)</script></svg><p>a</p>', '<p>a</p>'],
  ]
  for (const [content, sanitized] of hostile) {
    test(`sanitizes created and edited content: ${content}`, async () => {
      const person = await newcomer(server, 'Hostile')
      const { id } = await cast(person, 'up', content)
      expect((await detail(person, id)).content).toBe(sanitized)
      await edit(person, id, 'up', `${content}<p>b</p>`)
      expect((await detail(person, id)).content).toBe(`${sanitized}<p>b</p>`)
    })
  }

  test('rejects more than 32,767 characters of sanitized content without creating a vote', async () => {
    const person = await newcomer(server, 'Verbose')
    const body = { targetDate, vote: 'up', content: `<p>${'x'.repeat(32_767 - 6)}</p>` }
    expect(await person.api.refusal('POST', '/votes', body)).toBe('413 CONTENT_TOO_LONG')
    body.content = `<p>${'x'.repeat(32_767 - 7)}</p>`
    const { id } = await person.api.call(CreateVoteReply, 'POST', '/votes', body)
    expect((await detail(person, id)).content).toHaveLength(32_767)
  })
})
