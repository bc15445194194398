import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { statement } from '#api/infrastructure/database/sql.ts'
import { ErrorReply } from '#shared/contract/errors.ts'
import { SearchReply } from '#shared/contract/search.ts'
import { CreateVoteReply, VoteItem } from '#shared/contract/votes.ts'
import { conform } from '#tests/support/api-client.ts'
import { newcomer, renewed } from '#tests/support/crowd.ts'
import { type PlannedServer, startPlannedServer } from '#tests/support/planned-exchange.ts'
import type { Person } from '#tests/support/test-server.ts'

const SETTLED = '2026-11-26T00:00:00.000Z'
const CLOSED = '2026-11-30T00:00:00.000Z'
const LIVE = '2026-12-03T00:00:00.000Z'
const SET_ADMIN = statement('UPDATE user_account SET is_admin = 1 WHERE id = $1')

const NAMES = [
  'author',
  'nobody',
  'caller of the settled round',
  'caller of the closed round',
  'caller of the live round',
  'admin',
] as const
type Name = (typeof NAMES)[number]

const OPEN = 'read'
const CALL = 'VOTE_REQUIRED'
const SIGN_IN = 'NOT_SIGNED_IN'

describe('notes of others, with a settled, a closed and a live round', () => {
  let server: PlannedServer
  let people: Record<Name, Person>
  let notes: { settled: number; closed: number; live: number }

  const vote = async (name: Name, targetDate: string, content = '') => {
    const body = { targetDate, vote: 'up', content }
    return (await people[name].api.call(CreateVoteReply, 'POST', '/votes', body)).id
  }
  const moveTo = async (instant: string) => {
    await server.jump(instant)
    for (const name of NAMES) people[name] = await renewed(server, people[name])
  }
  const apiOf = (viewer: Name | 'guest') => (viewer === 'guest' ? server.api : people[viewer].api)
  /** Whether a viewer gets each of the notes; the code of the refusal otherwise. */
  const reads = async (viewer: Name | 'guest', method: string, suffix = '', body?: object) => {
    const found: string[] = []
    for (const id of [notes.settled, notes.closed, notes.live]) {
      const reply = await apiOf(viewer).raw(method, `/votes/${id}${suffix}`, { body })
      found.push(reply.status === 200 ? OPEN : conform(ErrorReply, reply.body).code)
    }
    return found
  }

  beforeAll(async () => {
    server = await startPlannedServer([
      ['2026-11-16T00:00:00Z', 100_000],
      ['2026-12-04T00:00:00Z', 100_000],
    ])
    people = {
      author: await newcomer(server, 'Writer'),
      nobody: await newcomer(server, 'Nobody'),
      'caller of the settled round': await newcomer(server, 'Past'),
      'caller of the closed round': await newcomer(server, 'Waiting'),
      'caller of the live round': await newcomer(server, 'Present'),
      admin: await newcomer(server, 'Boss'),
    }
    await server.infrastructure.database.query(SET_ADMIN, [people.admin.id])
    const settled = await vote('author', SETTLED, '<p>First</p><p>gatedword one</p>')
    await vote('caller of the settled round', SETTLED)
    await moveTo('2026-11-24T10:00:00Z')
    const closed = await vote('author', CLOSED, '<p>Second</p><p>gatedword two</p>')
    await vote('caller of the closed round', CLOSED)
    await moveTo('2026-11-26T10:00:00Z')
    const live = await vote('author', LIVE, '<p>Third</p><p>gatedword three</p>')
    await vote('caller of the live round', LIVE)
    // The hour for changes of direction is over, so that a reading locks nothing.
    await moveTo('2026-11-26T12:00:00Z')
    notes = { settled, closed, live }
  })
  afterAll(() => server.stop())

  test.each<[Name | 'guest', string[]]>([
    ['guest', [SIGN_IN, SIGN_IN, SIGN_IN]],
    ['nobody', [CALL, CALL, CALL]],
    ['caller of the settled round', [OPEN, CALL, CALL]],
    ['caller of the closed round', [CALL, CALL, CALL]],
    ['caller of the live round', [OPEN, OPEN, OPEN]],
    ['author', [OPEN, OPEN, OPEN]],
    ['admin', [OPEN, OPEN, OPEN]],
  ])('%s', async (viewer, expected) => {
    const { items } = await apiOf(viewer).get(SearchReply, '/search?q=gatedword')
    const found = items.map((item) => (item.kind === 'note' ? item.id : 0))
    const readable = Object.values(notes).filter((_, index) => expected[index] === OPEN)
    // The admin has no call in the live round, so a snippet of it would fix none.
    const searched = viewer === 'admin' ? readable.filter((id) => id !== notes.live) : readable
    expect(found.toSorted()).toEqual(searched)
    expect(await reads(viewer, 'GET')).toEqual(expected)
    const reacted = viewer === 'author' ? expected.map(() => 'OWN_POST') : expected
    expect(await reads(viewer, 'POST', '/reaction', { reaction: 'like' })).toEqual(reacted)
  })

  test('a reading by the own call of a settled round counts as a view and locks nothing', async () => {
    const { api } = people['caller of the settled round']
    expect((await api.raw('GET', `/votes/${notes.settled}?lock=ask`)).status).toBe(200)
    await server.services.views.flush()
    // Besides this reader the caller of the live round and the admin.
    const { views } = await api.get(VoteItem, `/votes/${notes.settled}/item`)
    expect(views).toBe(3)
    const mine = { targetDate: LIVE, vote: 'up', content: '' }
    const { id } = await api.call(CreateVoteReply, 'POST', '/votes', mine)
    const change = await api.raw('PUT', `/votes/${id}`, { body: { vote: 'down', content: '' } })
    expect(change.status).toBe(200)
  })

  test('the note of a closed round opens to its callers with the result', async () => {
    await moveTo('2026-11-30T00:00:05Z')
    expect(await reads('caller of the closed round', 'GET')).toEqual([CALL, OPEN, CALL])
    expect(await reads('caller of the live round', 'GET')).toEqual([CALL, CALL, CALL])
    expect(await reads('nobody', 'GET')).toEqual([CALL, CALL, CALL])
  })
})
