import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { NicknameReply, Profile } from '#shared/contract/profile.ts'
import { isUniqueCode } from '#shared/rules/unique-code.ts'
import { claimsOf } from '#tests/support/api-client.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { createAccounts } from './accounts.ts'

describe('accounts', () => {
  let server: TestServer

  beforeAll(async () => {
    const environment = { ADMIN_EMAILS: 'Boss@Example.com, second@example.com' }
    server = await startTestServer({ environment })
  })
  afterAll(() => server.stop())

  let subjects = 0
  const someone = (givenName: string | undefined, email = 'someone@example.com') =>
    ({ issuer: 'test', subject: `${++subjects}`, email, givenName, method: 'local' }) as const
  const accountOf = async (id: number) => {
    const account = await server.services.accountStore.byId(id)
    if (!account) throw new Error(`there is no account ${id}`)
    return account
  }
  const created = async (givenName: string | undefined) =>
    accountOf(await server.services.accounts.signIn(someone(givenName)))

  test('a new user has the same data in token and profile', async () => {
    const person = await server.person('Mina')
    const now = new Date(server.clock.now()).toISOString()
    const { exp: _, ...claims } = claimsOf(person.token)
    expect(claims).toEqual({
      id: person.id,
      nickname: 'Mina',
      email: 'mina@local.tidemark.invalid',
      uniqueCode: expect.any(String),
      created: now,
      loginCount: 1,
      lastLogin: now,
      loginMethod: 'local',
      lastVoteTime: 0,
      points: 0,
      is_admin: 0,
    })
    expect(isUniqueCode(claims.uniqueCode)).toBe(true)
    const profile = await person.api.get(Profile, '/profile')
    expect(profile).toEqual({
      ...claims,
      settledVotes: 0,
      calls: 0,
      rank: null,
      mutedUntil: null,
      ranksFrom: null,
    })
  })

  test('each sign-in of a user returns the same account and is counted', async () => {
    const first = await server.person('Joe Doe')
    const before = claimsOf(first.token)
    await first.api.call(NicknameReply, 'POST', '/profile/update-nickname', { nickname: 'Joey' })
    server.clock.advance(3_600_000)
    const again = await server.person('  JOE  doe ')
    expect(again.id).toBe(first.id)
    expect(claimsOf(again.token)).toMatchObject({
      nickname: 'Joey',
      uniqueCode: before.uniqueCode,
      created: before.created,
      loginCount: 2,
      lastLogin: new Date(server.clock.now()).toISOString(),
    })
    expect((await server.person('Joe Doe 2')).id).not.toBe(first.id)
  })

  test('an account is identified by issuer and subject, not by email', async () => {
    const { accounts } = server.services
    const identity = someone('Eve')
    const id = await accounts.signIn(identity)
    expect(await accounts.signIn({ ...identity, issuer: 'another' })).not.toBe(id)
    expect(await accounts.signIn(someone('Eve', identity.email))).not.toBe(id)
    expect(await accounts.signIn({ ...identity, email: 'new@example.com' })).toBe(id)
    expect(await accountOf(id)).toMatchObject({ email: 'new@example.com', loginCount: 2 })
  })

  test('twenty concurrent first sign-ins create one account', async () => {
    const identity = someone('Twenty')
    const signIns = Array.from({ length: 20 }, () => server.services.accounts.signIn(identity))
    const ids = new Set(await Promise.all(signIns))
    expect(ids.size).toBe(1)
    expect((await accountOf([...ids][0] ?? 0)).loginCount).toBe(20)
  })

  const names: [givenName: string | undefined, nickname: string | null][] = [
    ['Mina', 'Mina'],
    ['  김   민아 ', '김 민아'],
    ['x'.repeat(30), 'x'.repeat(20)],
    ['🚀'.repeat(21), '🚀'.repeat(20)],
    ['a\u202eb\u0000c', 'abc'],
    [undefined, null],
    ['', null],
    [' \u200b\u3164 ', null],
  ]
  for (const [givenName, nickname] of names) {
    const wanted = nickname ?? 'trader- and the code'
    test(`first nickname of ${JSON.stringify(givenName)}: ${wanted}`, async () => {
      const account = await created(givenName)
      expect(account.nickname).toBe(nickname ?? `trader-${account.uniqueCode}`)
    })
  }

  test('every account has a unique code', async () => {
    const codes = new Set<string>()
    for (let made = 0; made < 100; made++) codes.add((await created('Coded')).uniqueCode)
    expect(codes.size).toBe(100)
    expect([...codes].every(isUniqueCode)).toBe(true)
  })

  test('draws another code when one is taken', async () => {
    const { accountStore, guardDeps } = server.services
    const taken = await created('Taken')
    let creations = 0
    const store: typeof accountStore = {
      ...accountStore,
      insert: (account) =>
        accountStore.insert(
          creations++ === 0 ? { ...account, uniqueCode: taken.uniqueCode } : account,
        ),
    }
    const { clock } = server
    const accounts = createAccounts({
      store,
      tokens: guardDeps.tokens,
      erasedIdentities: server.services.erasedIdentities,
      clock,
      adminEmails: [],
      acceptsLocal: true,
    })
    const made = await accountOf(await accounts.signIn(someone('Unlucky')))
    expect(creations).toBe(2)
    expect(made.uniqueCode).not.toBe(taken.uniqueCode)
  })

  test('ADMIN_EMAILS creates admins at the first sign-in, in any case', async () => {
    expect(claimsOf((await server.person('boss@example.com')).token).is_admin).toBe(1)
    const { accounts } = server.services
    const shouted = await accounts.signIn(someone('Second', 'SECOND@Example.com'))
    expect((await accountOf(shouted)).isAdmin).toBe(1)
    expect(claimsOf((await server.person('third@example.com')).token).is_admin).toBe(0)
  })

  test('ADMIN_EMAILS does not change existing accounts', async () => {
    const { accountStore: store, accounts, guardDeps } = server.services
    const identity = someone('Late', 'late@example.com')
    const id = await accounts.signIn(identity)
    const { clock } = server
    const adminEmails = ['late@example.com']
    const others = createAccounts({
      store,
      tokens: guardDeps.tokens,
      erasedIdentities: server.services.erasedIdentities,
      clock,
      adminEmails,
      acceptsLocal: true,
    })
    expect(await others.signIn(identity)).toBe(id)
    expect((await accountOf(id)).isAdmin).toBe(0)
  })
})
