import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createApiClient } from '#desktop/shared/api-client.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

describe('the typed client', () => {
  let server: TestServer
  let mina: Person
  let token: string | null = null

  beforeAll(async () => {
    server = await startTestServer()
    mina = await server.person('Mina')
  })
  afterAll(() => server.stop())

  const client = () => createApiClient({ origin: server.url, accessToken: () => token })

  test('reads public data with the contract types', async () => {
    const { data, error } = await client().vote.summary.get()
    expect(error).toBeNull()
    const counts: { up: number; steady: number; down: number; unknown: number } | undefined =
      data?.target2.votes
    expect(counts).toEqual({ up: 0, steady: 0, down: 0, unknown: 0 })
    const candles = await client().candles.get({ query: { limit: 2 } })
    const newest: string | undefined = candles.data?.[0]?.oprice
    expect(newest).toMatch(/^\d+\.\d+$/)
    expect(data?.serverDate).toBe('2026-11-21T02:30:00.000Z')
  })

  test('sends the current token and reports errors by code', async () => {
    const refused = await client().profile.get()
    expect(refused.status).toBe(401)
    expect(refused.error?.value).toMatchObject({ code: 'NOT_SIGNED_IN' })
    token = mina.token
    const { data } = await client().profile.get()
    expect(data?.nickname).toBe('Mina')
  })

  test('votes, and cannot react to the own vote', async () => {
    token = mina.token
    const summary = await client().vote.summary.get()
    const targetDate = summary.data?.target2.targetDate ?? ''
    const vote = await client().votes.post({ targetDate, vote: 'down', content: '' })
    expect(vote.data?.offer.miss).toBeLessThan(0)
    const id = vote.data?.id ?? 0
    const reaction = await client().votes({ id }).reaction.post({ reaction: 'like' })
    expect(reaction.error?.value).toMatchObject({ code: 'OWN_POST' })
    const again = await client().votes.post({ targetDate, vote: 'down' })
    expect(again.error?.status).toBe(409)
  })
})
