import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { PriceLevel, type PriceLevelBody, PriceLevels } from '#shared/contract/alerts.ts'
import { Done } from '#shared/contract/common.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import { claimsOf } from '#tests/support/api-client.ts'
import { crowd } from '#tests/support/crowd.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

const PATH = '/alerts/levels'
const STORED = statement('SELECT count(*)::int AS levels FROM price_level', { levels: column.int })

describe('the price levels of an account', () => {
  let server: TestServer
  let people: Person[]

  beforeAll(async () => {
    server = await startTestServer()
    people = await crowd(server, 4)
  })
  afterAll(() => server.stop())

  const personAt = (index: number) => {
    const person = people[index]
    if (!person) throw new Error('there is no user')
    return person.api
  }
  const add = (index: number, body: PriceLevelBody) =>
    personAt(index).call(PriceLevel, 'POST', PATH, body)
  const refusal = (index: number, body: object) => personAt(index).refusal('POST', PATH, body)
  const storedLevels = async () =>
    (await server.infrastructure.database.query(STORED))[0]?.levels ?? -1
  const prices = async (index: number) =>
    (await personAt(index).get(PriceLevels, PATH)).map(({ price }) => price)

  test('are added, listed highest first, replaced and removed', async () => {
    const low = await add(0, { price: '065000.50', note: '  support \n here ', sound: 'bell' })
    expect(low).toMatchObject({
      price: '65000.5',
      note: 'support here',
      sound: 'bell',
      repeats: false,
    })
    expect(Date.parse(low.expires) - Date.parse(low.created)).toBe(90 * DAY_MS)
    const high = await add(0, { price: '100000', repeats: true, days: 1 })
    expect(await prices(0)).toEqual(['100000', '65000.5'])
    const body = { price: '120000', note: 'higher' }
    const replaced = await personAt(0).call(PriceLevel, 'PUT', `${PATH}/${high.id}`, body)
    expect(replaced).toMatchObject({ id: high.id, ...body, sound: null, repeats: false })
    await personAt(0).call(Done, 'DELETE', `${PATH}/${low.id}`)
    expect(await prices(0)).toEqual(['120000'])
  })

  test('are added once, however often the request arrives', async () => {
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => add(1, { price: '90000.00' })),
    )
    expect(new Set(replies.map(({ id }) => id)).size).toBe(1)
    expect(await prices(1)).toEqual(['90000'])
  })

  test('are at most ten, also of requests at once, and at least 0.2% apart', async () => {
    const wanted = Array.from({ length: 14 }, (_, index) => String(50_000 + 1000 * index))
    const results = await Promise.all(
      wanted.map((price) => personAt(2).raw('POST', PATH, { body: { price } })),
    )
    expect(results.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(await refusal(2, { price: '200000' })).toBe('409 LEVEL_LIMIT')
    expect(await prices(2)).toHaveLength(10)

    await add(3, { price: '100000' })
    expect(await refusal(3, { price: '100199.99' })).toBe('409 LEVEL_NEAR')
    expect(await refusal(3, { price: '99801' })).toBe('409 LEVEL_NEAR')
    const { id } = await add(3, { price: '100200' })
    expect(await personAt(3).refusal('PUT', `${PATH}/${id}`, { price: '100100' })).toBe(
      '409 LEVEL_NEAR',
    )
    await personAt(3).call(PriceLevel, 'PUT', `${PATH}/${id}`, { price: '100300' })
  })

  test('end after their days, and make room', async () => {
    const api = personAt(0)
    const { id } = await add(0, { price: '70000', days: 1 })
    await server.jump(server.clock.now() + DAY_MS)
    const [person] = await crowd(server, 1)
    expect((await person?.api.get(PriceLevels, PATH)) ?? []).toEqual([])
    await server.services.alerts.sweep()
    expect(await server.services.alerts.service.list(people[0]?.id ?? 0)).toMatchObject([
      { price: '120000' },
    ])
    expect(id).toBeGreaterThan(0)
    expect((await api.raw('GET', PATH)).status).toBe(401)
  })

  test('are watched no longer after their days', async () => {
    const { levels, sweep } = server.services.alerts
    const [person] = await crowd(server, 1)
    // Far from every price of the market.
    await person?.api.call(PriceLevel, 'POST', PATH, { price: '1', days: 2 })
    await levels.settled()
    await server.jump(server.clock.now() + 2 * DAY_MS)
    await sweep()
    await levels.settled()
    expect(levels.stats().levels).toBe(await storedLevels())
  })

  test('are watched no longer without their account', async () => {
    const { levels } = server.services.alerts
    const [person] = await crowd(server, 1)
    if (!person) throw new Error('there is no user')
    await person.api.call(PriceLevel, 'POST', PATH, { price: '1' })
    await levels.settled()
    await server.services.account.delete(person.id, claimsOf(person.token).nickname)
    await levels.settled()
    expect(levels.stats().levels).toBe(await storedLevels())
  })

  test('refuse what is no price, an unknown field, and guests', async () => {
    const [person] = await crowd(server, 1)
    for (const price of ['', '0', '-1', '1e5', '1.234', '123456789', 'abc', ' 1']) {
      expect(await person?.api.refusal('POST', PATH, { price })).toBe('422 INVALID')
    }
    for (const body of [
      { price: '1', note: 'x'.repeat(81) },
      { price: '1', sound: 'siren' },
      { price: '1', days: 91 },
      { price: '1', user: 1 },
    ]) {
      expect(await person?.api.refusal('POST', PATH, body)).toBe('422 INVALID')
    }
    expect(await server.api.refusal('POST', PATH, { price: '1' })).toBe('401 NOT_SIGNED_IN')
  })

  test('are unknown to everybody else', async () => {
    const [own, other] = await crowd(server, 2)
    const level = await own?.api.call(PriceLevel, 'POST', PATH, { price: '80000' })
    expect(await other?.api.get(PriceLevels, PATH)).toEqual([])
    const path = `${PATH}/${level?.id}`
    expect(await other?.api.refusal('PUT', path, { price: '1' })).toBe('404 NOT_FOUND')
    expect(await other?.api.refusal('DELETE', path)).toBe('404 NOT_FOUND')
    expect(await own?.api.get(PriceLevels, PATH)).toHaveLength(1)
  })
})
