import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { recordCard, voteCard } from '#api/web/cards/cards.ts'
import { readRecord, readVote } from '#api/web/cards/data.ts'
import { createGuestReader } from '#api/web/guest-reader.ts'
import { Done } from '#shared/contract/common.ts'
import { NotificationList } from '#shared/contract/notifications.ts'
import { SavedReply } from '#shared/contract/replies.ts'
import { SearchReply } from '#shared/contract/search.ts'
import { CreateVoteReply } from '#shared/contract/votes.ts'
import { FEED_PATHS, replyPath, roundPath, userPath, voteViewPath } from '#shared/rules/paths.ts'
import { claimsOf, conform } from '#tests/support/api-client.ts'
import { newcomer, renewed, signedInAs } from '#tests/support/crowd.ts'
import { type PlannedServer, startPlannedServer } from '#tests/support/planned-exchange.ts'
import { openStream } from '#tests/support/stream-client.ts'
import type { Person } from '#tests/support/test-server.ts'

const SETTLED = '2026-11-26T00:00:00.000Z'
const LIVE = '2026-12-03T00:00:00.000Z'
/** Texts behind the gate, each of one place. */
const WORDS = {
  settled: ['quaggasettlednote', 'quaggasettledreply'],
  live: ['quaggalivenote', 'quaggalivereply'],
} as const
const ALL = [...WORDS.settled, ...WORDS.live]

/** The rounds of which a viewer may read notes and replies. */
const VIEWERS = {
  guest: [],
  'a member without a call': [],
  'the caller of the live round': ['settled', 'live'],
  'the caller of the settled round only': ['settled'],
  'a caller whom the author has blocked': ['settled', 'live'],
  'a muted caller': ['settled', 'live'],
  'a banned caller': [],
  'an admin': ['settled', 'live'],
} as const satisfies Record<string, readonly (keyof typeof WORDS)[]>
type Viewer = keyof typeof VIEWERS
const NAMES = Object.keys(VIEWERS).filter((name): name is Viewer => name in VIEWERS)

describe('texts behind the gate', () => {
  let server: PlannedServer
  let author: Person
  const people = new Map<Viewer, Person>()
  const notes = { settled: 0, live: 0 }
  const replies = { settled: 0, live: 0 }

  const vote = async ({ api }: Person, targetDate: string, content = '') =>
    (await api.call(CreateVoteReply, 'POST', '/votes', { targetDate, vote: 'up', content })).id
  const reply = async (note: number, word: string) => {
    server.clock.advance(10_000)
    const mentions = [...people.values()].slice(0, 5).map(({ token }) => claimsOf(token).uniqueCode)
    const content = `${word} ${mentions.map((code) => `@${code}`).join(' ')}`
    const path = `/votes/${note}/replies`
    return (await author.api.call(SavedReply, 'POST', path, { content })).reply.id
  }
  const renewAll = async () => {
    author = await renewed(server, author)
    for (const [name, person] of people) people.set(name, await renewed(server, person))
  }
  const apiOf = (viewer: Viewer) => people.get(viewer)?.api ?? server.api
  const found = (text: string) => ALL.filter((word) => text.includes(word))
  const mayRead = (viewer: Viewer, place: 0 | 1) =>
    VIEWERS[viewer].map((round) => WORDS[round][place])
  /** A page or feed of the site. */
  const load = (path: string) => fetch(server.url + path).then((response) => response.text())

  beforeAll(async () => {
    server = await startPlannedServer([
      ['2026-11-16T00:00:00Z', 100_000],
      ['2026-12-04T00:00:00Z', 100_000],
    ])
    const { services } = server
    author = await newcomer(server, 'Author')
    for (const name of NAMES) {
      if (name !== 'guest') people.set(name, await newcomer(server, `V${people.size}`))
    }
    const calls = (place: 'settled' | 'live') =>
      [...people].filter(([name]) => {
        if (name === 'the caller of the settled round only') return place === 'settled'
        if (name === 'the caller of the live round') return place === 'live'
        return !/without|admin/.test(name)
      })
    const note = (place: keyof typeof WORDS) => `<p>A title</p><p>${WORDS[place][0]}</p>`
    notes.settled = await vote(author, SETTLED, note('settled'))
    for (const [, person] of calls('settled')) await vote(person, SETTLED)
    await server.jump('2026-11-26T10:00:00Z')
    await renewAll()
    notes.live = await vote(author, LIVE, note('live'))
    for (const [, person] of calls('live')) await vote(person, LIVE)
    replies.settled = await reply(notes.settled, WORDS.settled[1])
    replies.live = await reply(notes.live, WORDS.live[1])
    const blocked = people.get('a caller whom the author has blocked')
    const code = blocked ? claimsOf(blocked.token).uniqueCode : ''
    await author.api.call(Done, 'PUT', `/blocks/${code}`, {})
    await server.infrastructure.database.script(
      `UPDATE user_account SET is_admin = 1 WHERE id = ${people.get('an admin')?.id}`,
    )
    const admin = people.get('an admin')
    if (!admin) throw new Error('no admin')
    const { api } = await signedInAs(server, admin.id)
    for (const [viewer, act] of [
      ['a muted caller', { act: 'mute', days: 7 }],
      ['a banned caller', { act: 'ban' }],
    ] as const) {
      const targetId = people.get(viewer)?.id
      const body = { ...act, target: 'nickname', targetId, reason: 'spam' }
      await api.call(Done, 'POST', '/moderation/acts', body)
    }
    await services.searchFiller.run()
    await services.notifications.threadNotices.run()
  })
  afterAll(() => server.stop())

  test.each(NAMES)(
    'are read by %s in notes and threads of the rounds that are open to them',
    async (viewer) => {
      const seen = { notes: new Set<string>(), replies: new Set<string>() }
      for (const id of Object.values(notes)) {
        const note = await apiOf(viewer).raw('GET', `/votes/${id}`)
        const thread = await apiOf(viewer).raw('GET', `/votes/${id}/replies`)
        for (const { status, headers } of [note, thread]) {
          expect(headers.get('cache-control')).toContain('no-store')
          expect(headers.get('etag')).toBeNull()
          if (VIEWERS[viewer].length === 0) expect(status).not.toBe(200)
        }
        for (const word of found(JSON.stringify(note.body))) seen.notes.add(word)
        for (const word of found(JSON.stringify(thread.body))) seen.replies.add(word)
      }
      expect([...seen.notes]).toEqual(mayRead(viewer, 0))
      expect([...seen.replies]).toEqual(mayRead(viewer, 1))
    },
  )

  test.each(NAMES)(
    'are found by %s where they may read them, and else not even as a hit',
    async (viewer) => {
      const readable = [...mayRead(viewer, 0), ...mayRead(viewer, 1)]
      for (const word of ALL) {
        const { status, body } = await apiOf(viewer).raw('GET', `/search?q=${word}`)
        if (viewer === 'a banned caller') {
          expect(status).toBe(401)
          continue
        }
        const { items } = conform(SearchReply, body)
        expect([word, items.length]).toEqual([word, readable.includes(word) ? 1 : 0])
        expect(found(JSON.stringify(items))).toEqual(readable.includes(word) ? [word] : [])
      }
    },
  )

  test.each(NAMES)('are in no list, count, bell or export of %s', async (viewer) => {
    const paths = [
      '/votes?page=1',
      '/vote/summary',
      '/modlog',
      '/users/rankers',
      `/users/${claimsOf(author.token).uniqueCode}`,
      `/users/${claimsOf(author.token).uniqueCode}/votes`,
      '/rounds',
      '/notifications',
      '/profile/votes',
      '/blocks',
    ]
    for (const path of paths) {
      const { status, body } = await apiOf(viewer).raw('GET', path)
      if (people.has(viewer) && viewer !== 'a banned caller')
        expect([path, status]).toEqual([path, 200])
      expect([path, found(JSON.stringify(body))]).toEqual([path, []])
    }
    const person = people.get(viewer)
    if (!person || viewer === 'a banned caller') return
    const { api } = await signedInAs(server, person.id)
    const { status, body } = await api.raw('GET', '/account/export')
    expect([status, found(JSON.stringify(body))]).toEqual([200, []])
  })

  test('say in the bell who wrote and where, also to whoever may not read', async () => {
    const { items } = await apiOf('a member without a call').get(NotificationList, '/notifications')
    expect(items.map(({ kind, thread }) => [kind, thread?.id, thread?.author?.nickname])).toEqual(
      expect.arrayContaining([['mention', notes.live, 'Author']]),
    )
  })

  test('are in no page, feed or calendar', async () => {
    const code = claimsOf(author.token).uniqueCode
    const paths = [
      '/',
      '/vote',
      ...Object.values(notes).map(voteViewPath),
      replyPath(voteViewPath(notes.settled), replies.settled),
      replyPath(voteViewPath(notes.live), replies.live),
      roundPath(Date.parse('2026-11-19T00:00:00Z')),
      roundPath(Date.parse('2026-11-26T00:00:00Z')),
      userPath(code),
      `/search?q=${WORDS.settled[0]}`,
      ...Object.values(FEED_PATHS),
      `/feed/u/${code}.xml`,
      '/sitemap.xml',
    ]
    for (const path of paths) {
      const text = (await load(path)).replaceAll(`q=${WORDS.settled[0]}`, '')
      expect([path, text.length > 0, found(text)]).toEqual([path, true, []])
    }
  })

  test('are in nothing that a picture card shows', async () => {
    const read = createGuestReader((path) => fetch(new URL(path, server.url)))
    const options = { locale: 'en-US' as const, host: 'tidemark.example' }
    for (const id of Object.values(notes)) {
      const card = await readVote(read, id)
      expect(card?.vote.code).toBe(claimsOf(author.token).uniqueCode)
      const drawn = card && voteCard(card.vote, card.round, options)
      expect(found(JSON.stringify([card, drawn]))).toEqual([])
    }
    const record = await readRecord(read, claimsOf(author.token).uniqueCode)
    const drawn = record && recordCard(record, options)
    expect([record?.calls, found(JSON.stringify([record, drawn]))]).toEqual([1, []])
  })

  test('are in no message of the stream when a note and a thread change', async () => {
    const client = await openStream(server.url)
    client.send(`thread vote ${notes.live}`)
    author = await signedInAs(server, author.id)
    await reply(notes.live, `${WORDS.live[1]} again`)
    await client.next('thread')
    expect(found(client.raw.join('\n'))).toEqual([])
    client.close()
  })
})
