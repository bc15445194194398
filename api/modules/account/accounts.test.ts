import { expect, test } from 'bun:test'
import type { LoginMethod } from '#shared/contract/auth.ts'
import { errorCode, NOW, sampleAccount } from '#tests/support/samples.ts'
import { testClock } from '#tests/support/test-clock.ts'
import type { NewAccount } from './account-store.ts'
import { createAccounts } from './accounts.ts'

const identity = {
  issuer: 'https://accounts.example',
  subject: 's',
  email: 'Boss@Example.com',
  givenName: 'Mina',
  method: 'google' as const,
}

interface Given {
  known?: number | null
  collisions?: number
  method?: LoginMethod
  acceptsLocal?: boolean
}

function setUp(given: Given = {}) {
  const { known = null, collisions = 0, method = 'google', acceptsLocal = true } = given
  const inserted: NewAccount[] = []
  const accounts = createAccounts({
    acceptsLocal,
    store: {
      byId: async (id) => (id === 7 ? sampleAccount() : null),
      recordSignIn: async () => (known === null ? null : { id: known, method }),
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

test('refuses every identity of an account that the local sign-in could enter', async () => {
  const given = { known: 7, method: 'local' } as const
  const { accounts } = setUp({ ...given, acceptsLocal: false })
  expect(await errorCode(accounts.signIn(identity))).toBe('ID_TOKEN_INVALID')
  expect(await setUp(given).accounts.signIn(identity)).toBe(7)
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
