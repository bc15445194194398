import { expect, test } from 'bun:test'
import { errorCode, NOW, sampleAccount } from '#tests/support/samples.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { createAccounts } from './service.ts'
import type { NewAccount } from './store.ts'

const identity = {
  issuer: 'https://accounts.example',
  subject: 's',
  email: 'Boss@Example.com',
  givenName: 'Mina',
  method: 'google' as const,
}

function setUp({ known = null as number | null, collisions = 0 } = {}) {
  const inserted: NewAccount[] = []
  const accounts = createAccounts({
    acceptsLocal: true,
    store: {
      byId: async (id) => (id === 7 ? sampleAccount() : null),
      recordSignIn: async () => known,
      insert: async (account) => {
        inserted.push(account)
        return inserted.length > collisions ? 9 : null
      },
    },
    erasedIdentities: { find: async () => null },
    tokens: { sign: async (user, sid) => `${user.id} ${sid}` },
    clock: testClock(NOW),
    adminEmails: ['boss@example.com'],
  })
  return { accounts, inserted }
}

test('signs a known identity in without creating an account', async () => {
  const { accounts, inserted } = setUp({ known: 7 })
  expect(await accounts.signIn(identity)).toBe(7)
  expect(inserted).toEqual([])
})

test('creates an account at the first sign-in; ADMIN_EMAILS match in any case', async () => {
  const { accounts, inserted } = setUp()
  expect(await accounts.signIn(identity)).toBe(9)
  expect(inserted).toEqual([expect.objectContaining({ nickname: 'Mina', isAdmin: 1, now: NOW })])
})

test('draws another unique code after a collision, and gives up after eight', async () => {
  const { accounts, inserted } = setUp({ collisions: 2 })
  expect(await accounts.signIn(identity)).toBe(9)
  expect(new Set(inserted.map(({ uniqueCode }) => uniqueCode)).size).toBe(3)
  await expect(setUp({ collisions: 8 }).accounts.signIn(identity)).rejects.toThrow('unique code')
})

test('signs access tokens from the stored account', async () => {
  const { accounts } = setUp()
  expect(await accounts.accessToken(7, 'session')).toBe('7 session')
  expect(await errorCode(accounts.accessToken(8, 'session'))).toBe('TOKEN_INVALID')
})
