import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Done } from '#shared/contract/common.ts'
import { type Notification, NotificationList } from '#shared/contract/notifications.ts'
import { OwnVotes } from '#shared/contract/profile.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { CreateVoteReply, EditVoteReply } from '#shared/contract/votes.ts'
import { DEFAULT_KINDS } from '#shared/rules/notification-kinds.ts'
import { openWorth } from '#shared/rules/open-worth.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/rules/time.ts'
import { crowd, renewed } from '#tests/support/crowd.ts'
import { type PlannedServer, startPlannedServer } from '#tests/support/planned-exchange.ts'
import type { Person } from '#tests/support/test-server.ts'
import { createWorthStore } from './worth-store.ts'
import { createWorthWatch } from './worth-watch.ts'

describe('alerts of what open calls are worth', () => {
  let server: PlannedServer
  let people: Person[]
  let rival: ReturnType<typeof createWorthWatch>

  beforeAll(async () => {
    server = await startPlannedServer([['2026-11-01T00:00:00Z', 100_000]])
    people = await crowd(server, 3)
    const { market, bus, clock, log, database } = server.infrastructure
    // As while the ownership of the feed moves: two watches see the same prices.
    rival = createWorthWatch({
      store: createWorthStore(database),
      market,
      bus,
      sendPush: async () => {},
      clock,
      log,
    })
    rival.start()
    await move(100000)
  })
  afterAll(async () => {
    await rival.stop()
    await server.stop()
  })

  /** Trades at a price in whole dollars, whose worths are then reckoned and stored. */
  async function move(dollars: number) {
    // Four prices reckon everybody; the first four read what has changed.
    for (let cents = 0; cents < 8; cents++) {
      await server.trade(`${dollars}.0${cents}`)
      await server.services.alerts.worths.settled()
      await rival.settled()
    }
  }
  const watchOf = async (index: number, worth: number | null) => {
    people = await Promise.all(people.map((person) => renewed(server, person)))
    const body = { ...DEFAULT_KINDS, worth }
    await people[index]?.api.call(Done, 'PUT', '/notifications/settings', body)
    await move(Math.floor(Number(server.infrastructure.market.price()?.value)))
  }
  const cast = async (index: number, vote: 'up' | 'down') => {
    const { target2 } = await server.api.get(VoteSummary, '/vote/summary')
    const body = { targetDate: target2.targetDate, vote }
    return people[index]?.api.call(CreateVoteReply, 'POST', '/votes', body)
  }
  const alerts = async (): Promise<(Notification['worth'] | undefined)[][]> => {
    people = await Promise.all(people.map((person) => renewed(server, person)))
    const lists = await Promise.all(
      people.map(({ api }) => api.get(NotificationList, '/notifications')),
    )
    return lists.map(({ items }) =>
      items.filter(({ kind }) => kind === 'worth').map(({ worth }) => worth),
    )
  }

  test('a mark without a call, and the call itself, are no news', async () => {
    await watchOf(0, 40)
    await watchOf(1, -5)
    await cast(0, 'up')
    await cast(1, 'down')
    await move(100000)
    expect((await alerts()).flat()).toEqual([])
  })

  test('a crossing notifies once, of two owners too, with the worth that the client shows', async () => {
    await move(103500)
    const [up, down, none] = await alerts()
    expect([up?.length, down?.length, none?.length]).toEqual([1, 1, 0])
    const { s60 = 0, price } = await server.api.get(VoteSummary, '/vote/summary')
    const moment = { price: price?.value ?? '', s60, now: server.clock.now() }
    for (const [index, alert] of [up?.[0], down?.[0]].entries()) {
      const votes = await people[index]?.api.get(OwnVotes, '/profile/votes?limit=10')
      const shown = openWorth(votes ?? [], moment, null)?.points ?? 0
      expect(Math.abs((alert?.worth ?? 0) - shown)).toBeLessThanOrEqual(1)
      expect(alert).toMatchObject({
        mark: index === 0 ? 40 : -5,
        side: index === 0 ? 'above' : 'below',
      })
    }
  })

  test('noise of 0.1 % around the price for an hour notifies nobody again', async () => {
    const { length: before } = (await alerts()).flat()
    for (let minute = 0; minute < 60; minute += 3) {
      server.clock.advance(3 * MINUTE_MS)
      await move(Math.round(103_500 * (1 + 0.001 * Math.sin(minute * 1.7))))
    }
    expect((await alerts()).flat()).toHaveLength(before)
  })

  test('the way back notifies after the pause', async () => {
    const [before] = await alerts()
    server.clock.advance(HOUR_MS)
    await move(100000)
    const [after] = await alerts()
    expect(after?.length).toBe((before?.length ?? 0) + 1)
    expect(after?.[0]).toMatchObject({ mark: 40, side: 'below' })
  })

  test('without a mark nothing is watched', async () => {
    await watchOf(0, null)
    const { length: before } = (await alerts()).flat()
    server.clock.advance(2 * HOUR_MS)
    await move(104500)
    const [up] = await alerts()
    expect((await alerts()).flat().length).toBeGreaterThanOrEqual(before)
    expect(up?.filter((alert) => alert?.price.startsWith('104500'))).toEqual([])
  })

  test('a call that was changed to "Unknown" at its price is watched no more', async () => {
    await move(100000)
    await watchOf(2, 40)
    const vote = await cast(2, 'up')
    await move(100000)
    const edit = { vote: 'unknown', content: '' }
    await people[2]?.api.call(EditVoteReply, 'PUT', `/votes/${vote?.id}`, edit)
    await move(100000)
    await move(103500)
    expect((await alerts())[2]).toEqual([])
  })
})
