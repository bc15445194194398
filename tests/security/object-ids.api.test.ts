import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { statement } from '#api/infrastructure/database/sql.ts'
import { json, send } from '#tests/access/send.ts'
import { openWorld, snapshot, type World } from '#tests/access/world.ts'
import { SEED, sized, timeoutFor } from './support/size.ts'

/** Ids near existing ones and far from them, and non-canonical spellings of 1. */
const IDS = [
  ...Array.from({ length: 12 }, (_, index) => String(index - 3)),
  ...['2147483646', '2147483647', '2147483648', '4294967297', '-2147483648'],
  ...['9007199254740993', '18446744073709551617', '1e3', '1e-1', '0.5', '1.0', '1.', '.1'],
  ...['%2D1', '1%2e0', '%2B1', '0x1', '0b1', '0o1', '01', '1n', '1,2', '1|2', '1;2', '1:1'],
  ...['1%201', '%091', '1%0a', '%EF%BC%91', '%D9%A1', '1%00', '1%2f2', '1%5c2', '*', '%2a', '~1'],
  ...['%5B1%5D', '1%5B%5D', '{id}', 'undefined', 'null', 'true', 'me', 'self', 'latest'],
]

describe('object ids of other users', () => {
  let world: World
  let api = ''

  beforeAll(async () => {
    world = await openWorld()
    api = `${world.server.url}/api/v1`
  })
  afterAll(() => world.server.stop())

  /** Every mutating call with an id, for a vote and for each board. */
  const edits: [method: 'PUT', path: (id: string) => string, body: object][] = [
    ['PUT', (id) => `/votes/${id}`, { vote: 'down', content: '<p>taken</p>' }],
    ['PUT', (id) => `/posts/frees/${id}`, { content: '<p>taken</p>' }],
    ['PUT', (id) => `/posts/suggestions/${id}`, { content: '<p>taken</p>' }],
    ['PUT', (id) => `/posts/notices/${id}`, { content: '<p>taken</p>' }],
  ]

  const REFUSALS = new Set([
    '401 NOT_SIGNED_IN',
    '403 NOT_AUTHOR',
    '403 ADMIN_REQUIRED',
    '404 NOT_FOUND',
  ])

  const expectNoEdit = async (ids: Iterable<string>) => {
    const before = await snapshot(world.server)
    // A user without content and a guest own no object.
    for (const token of [world.notVoted.token, null]) {
      for (const id of ids) {
        for (const [method, path, body] of edits) {
          const { answer } = await send(api + path(id), json(method, token, body))
          expect([path(id), answer, REFUSALS.has(answer)]).toEqual([path(id), answer, true])
        }
      }
    }
    expect(await snapshot(world.server)).toEqual(before)
  }

  test(
    'cannot be used to edit, in any spelling',
    () => expectNoEdit(IDS),
    timeoutFor(IDS.length * 8),
  )

  test(
    'nor can any other number',
    async () => {
      const anyId = fc.oneof(fc.integer(), fc.nat(40), fc.double(), fc.bigInt()).map(String)
      const ids = fc.sample(anyId, { numRuns: sized(40), seed: SEED })
      await expectNoEdit(ids.map(encodeURIComponent))
    },
    timeoutFor(sized(320)),
  )

  test('votes are hidden from users who have not voted, in any spelling of the id', async () => {
    for (const token of [world.notVoted.token, null]) {
      for (const id of IDS) {
        const { answer } = await send(`${api}/votes/${id}`, json('GET', token, undefined))
        const reaction = json('POST', token, { reaction: 'like' })
        const reacted = await send(`${api}/votes/${id}/reaction`, reaction)
        for (const found of [answer, reacted.answer]) {
          expect([id, found]).toEqual([
            id,
            expect.stringMatching(/^(401 NOT_SIGNED_IN|403 VOTE_REQUIRED|404 NOT_FOUND)$/),
          ])
        }
      }
    }
  })

  test('guests cannot read closed board posts, directly or through another board', async () => {
    for (const id of IDS) {
      const { answer } = await send(`${api}/posts/frees/${id}`)
      expect([id, answer]).toEqual([
        id,
        expect.stringMatching(/^(401 NOT_SIGNED_IN|404 NOT_FOUND)$/),
      ])
    }
    const { freesId } = world
    const ways = [
      `/posts/suggestions/${freesId}`,
      `/posts/notices/${freesId}`,
      `/posts/suggestions/../frees/${freesId}`,
      `/posts/suggestions/..%2ffrees%2f${freesId}`,
      `/posts/suggestions/%2e%2e/frees/${freesId}`,
      `/posts/FREES/${freesId}`,
      `/posts/frees%00/${freesId}`,
      `/posts//frees/${freesId}`,
      `/posts/frees/${freesId}/`,
      `/posts/frees/${freesId}?boardType=notices`,
    ]
    for (const way of ways) {
      const { answer } = await send(api + way)
      expect([way, answer]).toEqual([
        way,
        expect.stringMatching(/^(401 NOT_SIGNED_IN|404 NOT_FOUND|422 INVALID boardType)$/),
      ])
    }
  })

  test('concurrent reactions count once per user', async () => {
    const { other, suggestionId, server } = world
    const path = `${api}/posts/suggestions/${suggestionId}/reaction`
    const like = () => send(path, json('POST', other.token, { reaction: 'like' }))
    const replies = await Promise.all(Array.from({ length: 21 }, like))
    expect(replies.filter(({ status }) => status >= 500)).toEqual([])
    const rows = await server.infrastructure.database.query(
      statement('SELECT user_id FROM post_reaction WHERE post_id = $1'),
      [suggestionId],
    )
    // An odd number of toggles by one user leaves one reaction.
    expect(rows).toEqual([{ user_id: other.id }])
  })
})
