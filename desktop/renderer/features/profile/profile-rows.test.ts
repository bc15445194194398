import { describe, expect, test } from 'bun:test'
import type { UserClaims } from '#shared/contract/auth.ts'
import type { Profile } from '#shared/contract/profile.ts'
import { createFormat } from '#shared/i18n/format.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { profileTexts } from '#shared/i18n/screens/profile.ts'
import { translator } from '#shared/i18n/text.ts'
import { profileRows } from './profile-rows.ts'

const CLAIMS: UserClaims = {
  id: 7,
  nickname: 'Mina',
  email: 'mina@example.com',
  uniqueCode: '7Q2K9D',
  created: '2026-01-02T03:04:05.000Z',
  loginCount: 1234,
  lastLogin: '2026-11-20T23:59:59.000Z',
  loginMethod: 'google',
  lastVoteTime: 0,
  points: -44,
  is_admin: 0,
  exp: 1,
}
const PROFILE: Profile = {
  ...CLAIMS,
  points: 1226,
  settledVotes: 12,
  calls: 9,
  rank: 3,
  mutedUntil: null,
  ranksFrom: null,
}

const rowsOf = (profile: Profile | undefined, claims = CLAIMS, locale: Locale = 'en-US') => {
  const rows = profileRows(
    claims,
    profile,
    translator(profileTexts, locale),
    createFormat(locale, 'Asia/Seoul'),
  )
  return Object.fromEntries(rows.map(({ label, value }) => [label, value]))
}

describe('profile rows', () => {
  test('show every value once the profile is loaded', () => {
    expect(rowsOf(PROFILE)).toEqual({
      'Unique code': '7Q2K9D',
      Email: 'mina@example.com',
      Points: '+1,226 pts',
      Rank: '#3',
      'Settled rounds': '12',
      'Last call': 'No call yet',
      Joined: 'Fri, Jan 2, 2026, 12:04 (UTC+9)',
      'Last login': 'Sat, Nov 21, 2026, 08:59 (UTC+9)',
      Logins: '1,234',
      'Login method': 'Google',
    })
  })

  test('show no address that was made up for a person without one', () => {
    for (const email of ['', 'mina@local.tidemark.invalid'])
      expect(rowsOf({ ...PROFILE, email }).Email).toBe('None from your sign-in method')
  })

  test('are null before that where the token has no value', () => {
    const rows = rowsOf(undefined)
    expect(rows).toMatchObject({ Points: '−44 pts', Rank: null, 'Settled rounds': null })
  })

  test('explain a missing rank', () => {
    expect(rowsOf({ ...PROFILE, calls: 6 }).Rank).toBe('Unranked · 6 / 8 to rank')
    const voted = Date.UTC(2026, 10, 20)
    expect(rowsOf({ ...PROFILE, rank: null, lastVoteTime: voted })).toMatchObject({
      Rank: 'Beyond the first 1,000',
      'Last call': 'Fri, Nov 20, 2026, 09:00 (UTC+9)',
    })
  })

  test('say when the sign-in method gave no email', () => {
    expect(rowsOf({ ...PROFILE, email: '' }).Email).toBe('None from your sign-in method')
    expect(rowsOf(undefined, { ...CLAIMS, email: '' }).Email).toBe('None from your sign-in method')
  })

  test('show the admin level only above 0', () => {
    expect(rowsOf(PROFILE)).not.toHaveProperty('Admin level')
    expect(rowsOf({ ...PROFILE, is_admin: 2 })).toHaveProperty('Admin level', '2')
    expect(rowsOf({ ...PROFILE, is_admin: 2 }, CLAIMS, 'ko-KR')).toHaveProperty('관리자 등급', '2')
  })

  test.each([
    ['google', 'Google'],
    ['local', '체험용 로그인'],
    ['kakao', '카카오'],
    ['other', '기타'],
  ] as const)('show login method %s as %s in Korean', (loginMethod, text) => {
    expect(rowsOf(undefined, { ...CLAIMS, loginMethod }, 'ko-KR')['로그인 방법']).toBe(text)
  })
})
