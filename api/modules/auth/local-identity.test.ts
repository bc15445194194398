import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { LOCAL_EMAIL_DOMAIN, type LocalIdentity, localIdentity } from './local-identity.ts'

function known(typed: string): LocalIdentity {
  const identity = localIdentity(typed)
  if (typeof identity === 'string') throw new Error(`${typed} was rejected: ${identity}`)
  return identity
}

describe('local identity', () => {
  test.each([
    ['Ada', ' ADA  '],
    ['Ada Lovelace', 'ada \t lovelace'],
    ['Ａｄａ', 'ada'],
    ['Straße', 'STRASSE'],
    ['김민지', '김민지'.normalize('NFD')],
    ['Ada@Example.com', 'ada@example.com'],
    ['ada', `Ada@${LOCAL_EMAIL_DOMAIN}`],
  ])('%j and %j are the same identity', (one, other) => {
    expect(known(one).subject).toBe(known(other).subject)
    expect(known(one).email).toBe(known(other).email)
  })

  test('preserves the name as typed, with normalized spacing', () => {
    expect(known('  Ada   Lovelace ')).toMatchObject({
      name: 'Ada Lovelace',
      givenName: 'Ada Lovelace',
    })
  })

  test('uses an email address as it is, and its local part as the name', () => {
    const typed = 'Ada.L+test@Example.COM'
    expect(known(typed)).toMatchObject({ name: 'Ada.L+test', email: 'ada.l+test@example.com' })
  })

  test.each([
    ['', 'empty'],
    [' \t ', 'empty'],
    ['a'.repeat(65), 'too-long'],
    ['😀', 'unusable'],
    ['---', 'unusable'],
    ['a\u0000b', 'unusable'],
    ['a\u202eb', 'unusable'],
    ['a\u200bb', 'unusable'],
    ['a\ud800', 'unusable'],
    ['@', 'unusable'],
    ['ada@', 'unusable'],
    ['ada@localhost', 'unusable'],
    ['ada@@example.com', 'unusable'],
    ['a b@example.com', 'unusable'],
    ['ada@-x.com', 'unusable'],
  ] as const)('rejects %j: %s', (typed, fault) => {
    expect(localIdentity(typed)).toBe(fault)
  })

  test('maps any text to a well-formed address or a fault, and different names to different identities', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 70 }),
      fc.string({
        unit: fc.constantFrom('a', 'A', 'b', ' ', '-', '.', '김', 'ß', 'é'),
        maxLength: 6,
      }),
    )
    const seen = new Map<string, string>()
    fc.assert(
      fc.property(text, (typed) => {
        const identity = localIdentity(typed)
        if (typeof identity === 'string') return
        expect(identity.email).toMatch(/^[\x21-\x7e]{1,64}@[a-z0-9.-]+$/)
        expect(known(identity.name.includes('@') ? identity.email : typed)).toEqual(identity)
        if (typed.includes('@')) return
        const folded = typed.normalize('NFKC').replace(/\s+/gu, ' ').trim().toUpperCase()
        const person = folded.toLowerCase().normalize('NFKC')
        expect(seen.get(identity.subject) ?? person).toBe(person)
        seen.set(identity.subject, person)
      }),
      { numRuns: 1000 },
    )
  })
})
