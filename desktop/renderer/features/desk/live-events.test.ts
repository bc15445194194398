import { describe, expect, test } from 'bun:test'
import type { RecentPosts } from '#shared/contract/posts.ts'
import type { RoundItem } from '#shared/contract/rounds.ts'
import type { VoteItem } from '#shared/contract/votes.ts'
import { countNew, isSameEvent, liveEvents, shownEvents, withNewestVotes } from './live-events.ts'

const author = { nickname: 'Mina', uniqueCode: 'AAAAAA' }
const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 2, minute)).toISOString()

const vote = (id: number, minute: number, title = ''): VoteItem => ({
  id,
  uid: id,
  title,
  voteChoice: 'up',
  result: 'wait',
  offer: { hit: 137, miss: -73 },
  points: null,
  ...author,
  created: at(minute),
  views: 0,
  likes: 0,
  contentExist: title === '' ? 0 : 1,
  targetTime: '2026-11-26T00:00:00.000Z',
  skill: 'early',
})

const post = (id: number, minute: number): RecentPosts[number] => ({
  id,
  boardType: 'notices',
  title: 'A notice',
  ...author,
  created: at(minute),
})

const round = (targetDate: string, settledAt: string | null): RoundItem => ({
  refDate: '2026-11-12T00:00:00.000Z',
  targetDate,
  closesAt: '2026-11-16T00:00:00.000Z',
  status: settledAt === null ? 'closed' : 'settled',
  refPrice: '60000.00',
  settlePrice: settledAt === null ? null : '61000.00',
  outcome: settledAt === null ? null : 'steady',
  votes: null,
  voters: 3,
  crowdPick: null,
  crowdRight: null,
  settledAt,
})

const keys = (events: readonly { key: string }[]) => events.map(({ key }) => key)

describe('the live column', () => {
  test('lists votes, posts and settled rounds, newest first', () => {
    const rounds = [
      round('2026-11-23T00:00:00.000Z', null),
      round('2026-11-19T00:00:00.000Z', at(2)),
      round('2026-11-16T00:00:00.000Z', at(2)),
    ]
    const events = liveEvents({ votes: [vote(8, 5), vote(7, 1)], posts: [post(3, 3)], rounds })
    expect(keys(events)).toEqual([
      'vote 8',
      'post 3',
      'round 2026-11-19T00:00:00.000Z',
      'round 2026-11-16T00:00:00.000Z',
      'vote 7',
    ])
  })

  test('is empty while nothing has loaded', () => {
    expect(liveEvents({ votes: undefined, posts: undefined, rounds: undefined })).toEqual([])
  })
})

describe('a held list', () => {
  const list = (...votes: VoteItem[]) => liveEvents({ votes, posts: [], rounds: [] })
  const before = list(vote(3, 3, 'a note'), vote(2, 2), vote(1, 1))

  test('keeps the places of its entries while new ones push old ones out of the page', () => {
    const held = { events: before, isPurged: false }
    const latest = list(vote(5, 5), vote(4, 4), vote(3, 3, 'edited'))
    const shown = shownEvents(held, latest)
    expect(keys(shown)).toEqual(['vote 3', 'vote 2', 'vote 1'])
    expect(shown[0]).toMatchObject({ vote: { title: 'edited' } })
    expect(countNew(shown, latest)).toBe(2)
  })

  test('shows nothing that the lists no longer have once a text may have been hidden', () => {
    const held = { events: before, isPurged: true }
    const latest = list(vote(4, 4), vote(3, 3), vote(1, 1))
    expect(keys(shownEvents(held, latest))).toEqual(['vote 3', 'vote 1'])
    expect(shownEvents(held, latest)[0]).toMatchObject({ vote: { title: '' } })
  })

  test('counts nothing older as new', () => {
    const shown = list(vote(3, 3))
    expect(countNew(shown, before)).toBe(0)
    expect(countNew([], before)).toBe(3)
    expect(shownEvents(null, before)).toBe(before)
  })
})

test('entries are the same when a new reply has the same content', () => {
  const [before, after, liked] = [vote(1, 5), vote(1, 5), { ...vote(1, 5), likes: 1 }].map(
    (one) => liveEvents({ votes: [one], posts: [], rounds: [] })[0],
  )
  if (!before || !after || !liked) throw new Error('an entry is missing')
  expect(isSameEvent(before, after)).toBe(true)
  expect(isSameEvent(before, liked)).toBe(false)
})

describe('votes that a message brings', () => {
  const list = {
    posts: Array.from({ length: 10 }, (_, index) => vote(20 - index, 20 - index)),
    pagination: { currentPage: 1, totalPages: 2, totalPosts: 20, postsPerPage: 10 },
  }
  const ids = (next: typeof list | null) => next?.posts.map(({ id }) => id)

  test('are added at the top of the page, which keeps its length', () => {
    const items = [vote(22, 22), vote(21, 21)]
    const next = withNewestVotes(list, { after: 20, items, total: 22 })
    expect(ids(next)).toEqual([22, 21, 20, 19, 18, 17, 16, 15, 14, 13])
    expect(next?.pagination).toMatchObject({ totalPosts: 22, totalPages: 3 })
  })

  test('change nothing that the page has already', () => {
    expect(withNewestVotes(list, { after: 19, items: [vote(20, 20)], total: 20 })).toBe(list)
    expect(withNewestVotes(list, { after: 18, items: [vote(19, 19)], total: 19 })).toBe(list)
  })

  test('are not enough when one that the page has already got another direction', () => {
    const items = [{ ...vote(20, 20), voteChoice: 'down' as const }]
    expect(withNewestVotes(list, { after: 19, items, total: 20 })).toBeNull()
  })

  test('cannot be added where the votes between them are missing', () => {
    expect(withNewestVotes(list, { after: 21, items: [vote(22, 22)], total: 22 })).toBeNull()
  })

  test('are not enough when another row has changed', () => {
    expect(withNewestVotes(list, { after: 20, items: [], total: 20 })).toBeNull()
    expect(withNewestVotes(list, { after: null, items: list.posts, total: 20 })).toBeNull()
  })

  test('are not enough when a vote with a lower id was committed later', () => {
    expect(withNewestVotes(list, { after: 20, items: [vote(22, 22)], total: 22 })).toBeNull()
    expect(withNewestVotes(list, { after: 19, items: [vote(20, 20)], total: 21 })).toBeNull()
  })

  test('replace the page where they are a whole one', () => {
    const items = Array.from({ length: 10 }, (_, index) => vote(90 - index, 50))
    const next = withNewestVotes(list, { after: null, items, total: 90 })
    expect(next?.posts).toEqual(items)
    expect(next?.pagination.totalPosts).toBe(90)
  })

  test('are the first of an empty page', () => {
    const empty = { posts: [], pagination: { ...list.pagination, totalPosts: 0, totalPages: 0 } }
    const next = withNewestVotes(empty, { after: null, items: [vote(1, 1)], total: 1 })
    expect(ids(next)).toEqual([1])
    expect(next?.pagination.totalPages).toBe(1)
  })
})
