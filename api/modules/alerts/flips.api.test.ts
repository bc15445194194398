import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { statement } from '#api/infrastructure/database/sql.ts'
import type { Direction } from '#shared/contract/common.ts'
import { Done } from '#shared/contract/common.ts'
import { type Notification, NotificationList } from '#shared/contract/notifications.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { CreateVoteReply } from '#shared/contract/votes.ts'
import { DEFAULT_KINDS } from '#shared/rules/notification-kinds.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import { crowd, renewed } from '#tests/support/crowd.ts'
import { type PlannedServer, startPlannedServer } from '#tests/support/planned-exchange.ts'
import type { Person } from '#tests/support/test-server.ts'

/** A flip that a former owner of the feed stored and nobody has announced. */
const FLIP = statement(
  `WITH flipped AS (
    INSERT INTO call_flip (round_id, from_band, to_band, price, created)
    SELECT round_id, 'up', 'down', $2, $1 FROM vote LIMIT 1 RETURNING id
  ) INSERT INTO notification_fanout (kind, flip_id) SELECT 'flip'::notification_kind, id FROM flipped`,
)

describe('flips of calls', () => {
  let server: PlannedServer
  let people: Person[]
  const CHOICES = ['up', 'steady', 'down', 'unknown', 'up'] as const

  beforeAll(async () => {
    server = await startPlannedServer([['2026-11-01T00:00:00Z', 100_000]])
    people = await crowd(server, CHOICES.length)
    const { target2 } = await server.api.get(VoteSummary, '/vote/summary')
    const cast = ({ api }: Person, vote: Direction) =>
      api.call(CreateVoteReply, 'POST', '/votes', { targetDate: target2.targetDate, vote })
    await Promise.all(people.map((person, index) => cast(person, CHOICES[index] ?? 'unknown')))
    const [, , , , silent] = people
    await silent?.api.call(Done, 'PUT', '/notifications/settings', {
      ...DEFAULT_KINDS,
      flip: false,
    })
    await move('100000.00')
  })
  afterAll(() => server.stop())

  /** A trade of the exchange, whose flips are then stored and announced. */
  async function move(price: string) {
    await server.trade(price)
    await server.services.alerts.flips.settled()
    await server.services.notifications.fanout.run()
  }
  const flips = async (): Promise<(Notification['flip'] | undefined)[][]> => {
    people = await Promise.all(people.map((person) => renewed(server, person)))
    const lists = await Promise.all(
      people.map(({ api }) => api.get(NotificationList, '/notifications')),
    )
    return lists.map(({ items }) =>
      items.filter(({ kind }) => kind === 'flip').map(({ flip }) => flip),
    )
  }

  test('reach those who were right and those who are, but not who switched them off', async () => {
    await move('104999.99')
    expect((await flips()).flat()).toEqual([])
    await move('105000.01')
    const [up, steady, down, unknown, silent] = await flips()
    expect(up).toMatchObject([
      { direction: 'up', isRight: true, price: '105000.01', refPrice: '100000.00' },
    ])
    expect(steady).toMatchObject([{ direction: 'steady', isRight: false }])
    expect([down, unknown, silent]).toEqual([[], [], []])
  })

  test('are none for noise around an edge, and at most two a round and day', async () => {
    for (const price of ['104999.00', '105001.00', '104900.00', '105100.00']) await move(price)
    expect((await flips())[0]).toHaveLength(1)
    await move('104000.00')
    expect((await flips())[0]).toMatchObject([{ isRight: false }, { isRight: true }])
    await move('106000.00')
    expect((await flips())[0]).toHaveLength(2)
    // The next day in UTC.
    await server.jump('2026-11-22T00:10:00Z')
    await move('104000.00')
    expect((await flips())[0]).toHaveLength(3)
  })
  test('are announced within four hours, and not after an outage of that length', async () => {
    const { database } = server.infrastructure
    const announced = async (age: number, price: string) => {
      await database.query(FLIP, [new Date(server.clock.now() - age), price])
      await server.services.notifications.fanout.run()
      return (await flips()).flat().filter((flip) => flip?.price === price).length
    }
    await server.jump('2026-11-22T06:00:00Z')
    expect(await announced(4 * HOUR_MS, '104001.00')).toBe(0)
    expect(await announced(4 * HOUR_MS - 1, '104002.00')).toBe(2)
  })
})
