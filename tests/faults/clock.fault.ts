import { afterAll, beforeAll, expect, test } from 'bun:test'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { RefreshReply } from '#shared/contract/auth.ts'
import { RoundDetail } from '#shared/contract/rounds.ts'
import { CreateVoteReply } from '#shared/contract/votes.ts'
import { liveRound, periodEnd, periodStart } from '#shared/rules/schedule.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import { type ApiClient, apiClient } from '#tests/support/api-client.ts'
import { type ChildPlace, childPlace } from '#tests/support/child-server.ts'
import { serverClient, signIn } from '#tests/support/sign-in.ts'
import { openStream, type StreamClient } from '#tests/support/stream-client.ts'
import { createFakeSystemClock } from './fake-system-clock.ts'
import { engine, report, times } from './report.ts'

const JUMPS = times(20, 5)
const WINDOW_SECONDS = 60
/** Noon of a period's first day, so that small jumps stay inside the period. */
const START = periodStart(Date.now()) + 12 * HOUR_MS

const clock = createFakeSystemClock(START)
const now = () => clock?.now() ?? 0
let place: ChildPlace

beforeAll(async () => {
  if (clock !== null) place = await childPlace()
}, 180_000)
afterAll(async () => {
  await place?.dispose()
  clock?.dispose()
}, 180_000)

const iso = (instant: number) => new Date(instant).toISOString()

/** Polls until `isRight`, for at most 15 s. */
async function until<T>(ask: () => Promise<T>, isRight: (answer: T) => boolean): Promise<T> {
  const limit = performance.now() + 15_000
  for (;;) {
    const answer = await ask()
    if (isRight(answer) || performance.now() > limit) return answer
    await Bun.sleep(50)
  }
}

/** A client that renews its session across clock jumps. */
async function visitor(api: ApiClient, url: string, name: string) {
  const { issuer } = await api.authConfig()
  const { idToken } = await signIn(issuer, serverClient(url), name)
  let { refreshToken } = await api.signIn(idToken)
  return async () => {
    const pair = await api.call(RefreshReply, 'POST', '/auth/refresh-token', { refreshToken })
    refreshToken = pair.refreshToken
    return api.as(pair.accessToken)
  }
}

/** Checks after a jump that the price moves, its age is right and limits end within their window. */
async function expectWell(api: ApiClient, stream: StreamClient): Promise<void> {
  const received = stream.messages.length
  const isTick = () => stream.messages.slice(received).some(({ type }) => type === 'price')
  expect(await until(async () => isTick(), Boolean)).toBe(true)
  expect(stream.ended()).toBeNull()
  const age = async () =>
    Number((await api.raw('GET', '/candles?limit=1')).headers.get('x-price-age'))
  const seen = await until(age, (value) => value >= 0 && value < 10)
  expect(seen).toBeGreaterThanOrEqual(0)
  expect(seen).toBeLessThan(10)
  const events = await api.raw('POST', '/events', { body: { events: [{ name: 'login' }] } })
  expect(events.status).toBe(200)
  const reset = Number(events.headers.get('ratelimit-reset'))
  expect(reset).toBeLessThanOrEqual(WINDOW_SECONDS)
}

test.skipIf(clock === null)(
  `the clock of a running server skips two period ends, goes back an hour, jitters ${JUMPS} times (needs libfaketime)`,
  async () => {
    const child = place.start({ ...clock?.environment, LOG_LEVEL: 'silent' })
    const url = await child.url
    const api = apiClient(url)
    const stream = await openStream(url)
    const renew = await visitor(api, url, 'Sleeper')
    const roundOf = (targetDate: number) =>
      api.get(RoundDetail, `/rounds/${encodeURIComponent(iso(targetDate))}`)
    const vote = (person: ApiClient, targetDate: number) =>
      person.raw('POST', '/votes', { body: { targetDate: iso(targetDate), vote: 'up' } })
    let acknowledged = 0
    const cast = async (person: ApiClient) => {
      const round = liveRound(now())
      await until(
        () => roundOf(round.targetDate),
        ({ refPrice }) => refPrice !== null,
      )
      await person.call(CreateVoteReply, 'POST', '/votes', {
        targetDate: iso(round.targetDate),
        vote: 'up',
      })
      acknowledged += 1
      return round
    }
    await expectWell(api, stream)
    const old = await renew()
    const first = await cast(old)

    // Eight days forward: the round is due, and two others were never opened.
    const awake = periodEnd(periodEnd(first.refDate)) + 36 * HOUR_MS
    clock?.set(Math.max(awake, first.targetDate + 12 * HOUR_MS))
    expect((await vote(old, first.targetDate)).status).toBe(401)
    const rested = await renew()
    expect((await vote(rested, first.targetDate)).body).toMatchObject({ code: 'ROUND_CHANGED' })
    const settled = await until(
      () => roundOf(first.targetDate),
      ({ status }) => status === 'settled',
    )
    expect(settled).toMatchObject({
      status: 'settled',
      settlement: { candleTime: iso(first.targetDate) },
    })
    // Also the rounds that were missed have their reference prices.
    for (let start = first.refDate; start <= now(); start = periodEnd(start)) {
      const { targetDate } = liveRound(start)
      await until(
        () => roundOf(targetDate),
        ({ refPrice }) => refPrice !== null,
      )
    }
    await expectWell(api, stream)
    const second = await cast(rested)

    // One hour back, as when a wrong clock is corrected.
    clock?.set(now() - HOUR_MS)
    await expectWell(api, stream)
    const back = await renew()
    expect((await vote(back, second.targetDate)).body).toMatchObject({ code: 'ALREADY_VOTED' })
    expect(await roundOf(first.targetDate)).toEqual(settled)

    // Back into a closed period: settled rounds stay settled, and the old round is not reopened.
    clock?.set(first.refDate + 13 * HOUR_MS)
    const early = await renew()
    expect((await vote(early, first.targetDate)).status).toBe(409)
    expect(await roundOf(first.targetDate)).toMatchObject({ settledAt: settled.settledAt })
    clock?.set(second.refDate + 12 * HOUR_MS)

    let seed = 1
    for (let jump = 0; jump < JUMPS; jump++) {
      seed = (seed * 16_807) % 2_147_483_647
      clock?.set(now() + (seed % 10_000) - 5_000)
      await Bun.sleep(50)
    }
    await expectWell(api, stream)
    await renew()
    expect(await roundOf(first.targetDate)).toEqual(settled)

    stream.close()
    child.signal('SIGTERM')
    expect(await child.exited).toBe(0)
    const database = await place.open()
    const paid = await database.query(
      statement(
        `SELECT count(vote.id)::int AS votes, count(ledger.vote_id)::int AS paid FROM vote
       JOIN round ON round.id = round_id LEFT JOIN ledger ON vote_id = vote.id
       WHERE round.settled_at IS NOT NULL`,
        { votes: column.int, paid: column.int },
      ),
    )
    await database.close()
    report(`clock jumps, ${engine}`, {
      jumps: JUMPS + 4,
      'acknowledged writes': acknowledged,
      failures: 0,
    })
    expect(paid).toEqual([{ votes: 1, paid: 1 }])
  },
  300_000,
)
