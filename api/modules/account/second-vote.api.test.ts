import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { verifyCounters } from '#api/commands/backup/verify-counters.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { Done } from '#shared/contract/common.ts'
import { AccountIdentities } from '#shared/contract/identities.ts'
import { NotificationList } from '#shared/contract/notifications.ts'
import { Profile } from '#shared/contract/profile.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { castVote } from '#tests/support/account-world.ts'
import { claimsOf } from '#tests/support/api-client.ts'
import { signedInAs } from '#tests/support/crowd.ts'
import { runNotifications } from '#tests/support/push-person.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

const REMEMBERED = statement(
  'SELECT count(*)::int AS rows, count(votes_from)::int AS rounds FROM erased_identity',
  { rows: column.int, rounds: column.int },
)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const identity = (subject: string) => ({
  issuer: 'https://crowd.example',
  subject,
  email: `${subject}@crowd.example`,
  givenName: subject,
  method: 'local' as const,
})
const enter = async (subject: string) =>
  signedInAs(server, await server.services.accounts.signIn(identity(subject)))
const leave = ({ id, token }: Person) =>
  server.services.account.delete(id, claimsOf(token).nickname)
/** Votes in the open round. @returns `200`, or status and code */
async function vote({ api }: Person): Promise<string> {
  const { target2 } = await server.api.get(VoteSummary, '/vote/summary')
  const body = { targetDate: target2.targetDate, vote: 'down', content: '<p>Again</p>' }
  const { status, body: reply } = await api.raw('POST', '/votes', { body })
  return status === 200 ? '200' : `${status} ${Reflect.get(Object(reply), 'code')}`
}

describe('after a vote and the deletion of the account, the same person', () => {
  test('has no second vote in the round, with any of the identities', async () => {
    const first = await enter('twice')
    await server.services.identities.link(first.id, identity('twice-too'))
    await castVote(server, first)
    await leave(first)
    for (const subject of ['twice', 'twice-too']) {
      expect(await vote(await enter(subject))).toBe('409 VOTED_BEFORE')
    }
    expect(await vote(await enter('somebody else'))).toBe('200')
  })

  test('has none after a second deletion either, or as another account’s sign-in', async () => {
    const first = await enter('thrice')
    await castVote(server, first)
    await leave(first)
    await leave(await enter('thrice'))
    expect(await vote(await enter('thrice'))).toBe('409 VOTED_BEFORE')
    await leave(await enter('thrice'))
    const other = await enter('helper')
    await server.services.identities.link(other.id, identity('thrice'))
    expect(await vote(other)).toBe('409 VOTED_BEFORE')
  })

  test('may vote in it without an earlier vote, and in the next round with one', async () => {
    await leave(await enter('idle'))
    expect(await vote(await enter('idle'))).toBe('200')
    const first = await enter('patient')
    await castVote(server, first)
    await leave(first)
    const second = await enter('patient')
    expect(await vote(second)).toBe('409 VOTED_BEFORE')
    await server.jump('2026-11-23T00:00:05.000Z')
    expect(await vote(await signedInAs(server, second.id))).toBe('200')
  })

  test('is forgotten as a voter when the round has closed', async () => {
    await server.services.erasedIdentities.deleteExpired(server.clock.now())
    expect(await server.infrastructure.database.query(REMEMBERED)).toEqual([{ rows: 5, rounds: 0 }])
  })
})

test('an identity that was unlinked after a vote has no second vote', async () => {
  const person = await enter('linker')
  await server.services.identities.link(person.id, identity('linked'))
  await castVote(server, person)
  const [, linked] = await person.api.get(AccountIdentities, '/account/identities')
  await person.api.call(Done, 'DELETE', `/account/identities/${linked?.id}`)
  expect(await vote(await enter('linked'))).toBe('409 VOTED_BEFORE')
})

test('points count only from votes cast after the wait for the ranking', async () => {
  const first = await enter('restart')
  await castVote(server, first)
  await leave(first)
  const second = await enter('restart')
  await server.jump('2026-11-26T01:00:00.000Z')
  const early = await signedInAs(server, second.id)
  expect(await vote(early)).toBe('200')
  await server.jump('2026-12-24T01:00:00.000Z')
  const waited = await signedInAs(server, second.id)
  expect(await waited.api.get(Profile, '/profile')).toMatchObject({ settledVotes: 0, rank: null })
  expect(await vote(waited)).toBe('200')
  await server.jump('2027-01-01T01:00:00.000Z')
  const late = await signedInAs(server, second.id)
  expect(await late.api.get(Profile, '/profile')).toMatchObject({ settledVotes: 1 })
  expect(await verifyCounters(server.infrastructure.database)).toEqual([])
})

test('nobody is reminded of a vote that would be a second one', async () => {
  const first = await enter('reminded')
  await castVote(server, first)
  await leave(first)
  const people = [await enter('reminded'), await enter('without a vote')]
  await server.jump('2027-01-03T23:10:00.000Z')
  await runNotifications(server)
  const kinds = people.map(async ({ id }) => {
    const { api } = await signedInAs(server, id)
    return (await api.get(NotificationList, '/notifications')).items.map(({ kind }) => kind)
  })
  expect(await Promise.all(kinds)).toEqual([[], ['closing']])
})
