import { afterAll, beforeAll, expect, test } from 'bun:test'
import { verifyCounters } from '#api/commands/backup/verify-counters.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { RefreshReply } from '#shared/contract/auth.ts'
import { RoundDetail } from '#shared/contract/rounds.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { CreateVoteReply } from '#shared/contract/votes.ts'
import { claimsOf } from '#tests/support/api-client.ts'
import {
  openSharedDatabase,
  type SharedDatabase,
  withoutClose,
} from '#tests/support/shared-database.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

const environment = { JWT_SECRET: 'the same secret for both of the servers' }

let shared: SharedDatabase
let servers: TestServer[]
let people: Person[]

beforeAll(async () => {
  shared = await openSharedDatabase(2)
  servers = []
  for (const holder of shared.holders) {
    servers.push(await startTestServer({ environment, database: withoutClose(holder) }))
  }
})
afterAll(async () => {
  for (const server of servers) await server.stop()
  await shared.close()
})

const server = (index: number) => {
  const found = servers[index]
  if (!found) throw new Error('unknown server')
  return found
}

test('two servers on one database accept each vote once and settle once', async () => {
  people = [await server(0).person('Mina'), await server(1).person('Joe')]
  const { target2 } = await server(0).api.get(VoteSummary, '/vote/summary')
  const ids: number[] = []
  for (const [index, person] of people.entries()) {
    const body = { targetDate: target2.targetDate, vote: 'steady' }
    const reply = await person.api.call(CreateVoteReply, 'POST', '/votes', body)
    ids.push(reply.id)
    // The other server accepts the token and has the vote.
    const other = server(1 - index).api.as(person.token)
    expect(await other.refusal('POST', '/votes', body)).toBe('409 ALREADY_VOTED')
  }
  for (const each of servers) each.clock.jump('2026-11-26T00:00:03.000Z')
  await Promise.all(
    servers.flatMap(({ services }) => [0, 1, 2, 3].map(() => services.sweeper.run())),
  )
  const details = await Promise.all(
    servers.map(({ api }) => api.get(RoundDetail, `/rounds/${target2.targetDate}`)),
  )
  expect(details[0]).toEqual(details[1])
  expect(details[0]?.status).toBe('settled')
  const [database] = shared.holders
  const rows = await database?.query(
    statement('SELECT vote_id, points FROM ledger ORDER BY vote_id', {
      vote_id: column.int,
      points: column.int,
    }),
  )
  expect(rows?.map(({ vote_id }) => vote_id)).toEqual(ids)
  if (database) expect(await verifyCounters(database)).toEqual([])
  for (const [index, { refreshToken }] of people.entries()) {
    const reply = await server(1 - index).api.call(RefreshReply, 'POST', '/auth/refresh-token', {
      refreshToken,
    })
    expect(claimsOf(reply.accessToken).points).toBe(rows?.[index]?.points ?? 0)
  }
})
