import { beforeEach, describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import type { MainSession } from '#desktop/main/session/session.ts'
import type { UserClaims } from '#shared/contract/auth.ts'
import { DEFAULT_KINDS } from '#shared/rules/notification-kinds.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/rules/time.ts'
import { type AccountAlertKind, createAccountAlerts } from './account-alerts.ts'

const user: UserClaims = {
  id: 7,
  nickname: 'Minji',
  email: '',
  uniqueCode: 'ABC123',
  created: '2026-01-01T00:00:00.000Z',
  loginCount: 1,
  lastLogin: '2026-11-21T00:00:00.000Z',
  loginMethod: 'local',
  lastVoteTime: 0,
  points: 0,
  is_admin: 0,
  exp: 0,
}
const DAY = Date.parse('2026-11-26T00:00:00Z')
/** 00:00 and 08:00 in Seoul. */
const NIGHT = Date.parse('2026-11-25T15:00:00Z')
const MORNING = Date.parse('2026-11-25T23:00:00Z')

let now: number
let signedIn: UserClaims | null
let reply: unknown
let isDown: boolean
let requests: number
let shown: string[]
let alerts: ReturnType<typeof createAccountAlerts>

beforeEach(() => {
  now = DAY
  signedIn = user
  reply = { kinds: DEFAULT_KINDS, devices: [], publicKey: 'k' }
  isDown = false
  requests = 0
  shown = []
  const request: MainSession['request'] = async (schema) => {
    requests += 1
    if (isDown) throw new Error('unreachable')
    return Value.Parse(schema, reply)
  }
  const session = { user: () => signedIn, request }
  alerts = createAccountAlerts({ session, now: () => now, zone: () => 'Asia/Seoul' })
})

const show = (kind: AccountAlertKind) => alerts.show(kind, () => shown.push(kind))

describe('alerts of the desktop app', () => {
  test('follow the switches of the account', async () => {
    for (const kind of ['opened', 'closing', 'settled'] as const) await show(kind)
    expect(shown).toEqual(['closing', 'settled'])
    reply = { kinds: { ...DEFAULT_KINDS, opened: true, settled: false }, devices: [] }
    for (const kind of ['opened', 'settled'] as const) await show(kind)
    expect(shown).toEqual(['closing', 'settled', 'opened'])
  })

  test('of replies and mentions have switches of their own, on by default', async () => {
    const { reply: _, mention: __, ...olderKinds } = DEFAULT_KINDS
    reply = { kinds: olderKinds, devices: [] }
    for (const kind of ['reply', 'mention'] as const) await show(kind)
    expect(shown).toEqual(['reply', 'mention'])
    reply = { kinds: { ...DEFAULT_KINDS, reply: false }, devices: [] }
    for (const kind of ['reply', 'mention'] as const) await show(kind)
    reply = { kinds: DEFAULT_KINDS, devices: [], noDesktop: ['mention'] }
    for (const kind of ['reply', 'mention'] as const) await show(kind)
    expect(shown.slice(2)).toEqual(['mention', 'reply'])
  })

  test('are shown in the place that the account has chosen, and never in two', async () => {
    reply = { kinds: DEFAULT_KINDS, devices: [{ id: 1 }], noPush: ['settled'], noDesktop: [] }
    for (const kind of ['closing', 'settled'] as const) await show(kind)
    expect(shown).toEqual(['settled'])
    reply = { kinds: DEFAULT_KINDS, devices: [], noPush: [], noDesktop: ['settled'] }
    for (const kind of ['closing', 'settled'] as const) await show(kind)
    expect(shown).toEqual(['settled', 'closing'])
  })

  test('are left to a browser that gets push messages', async () => {
    reply = { kinds: DEFAULT_KINDS, devices: [{ id: 1 }] }
    await show('settled')
    expect(shown).toEqual([])
  })

  test('do not appear without an answer, nor for a guest or the next user', async () => {
    isDown = true
    await show('settled')
    isDown = false
    signedIn = null
    await show('opened')
    signedIn = user
    const decided = alerts.show('settled', () => shown.push('of another'))
    signedIn = { ...user, id: 8 }
    await decided
    expect(shown).toEqual([])
  })

  test('wait for the end of the quiet hours, except the reminder and the brief', async () => {
    now = NIGHT
    for (const kind of ['closing', 'brief', 'settled', 'mention'] as const) await show(kind)
    await alerts.flush()
    expect(shown).toEqual([])
    now = MORNING
    await Promise.all([alerts.flush(), alerts.flush()])
    expect(shown).toEqual(['settled', 'mention'])
    expect(requests).toBe(1)
  })

  test('held over the quiet hours come once the server answers, at most a request a minute', async () => {
    now = NIGHT
    for (const kind of ['settled', 'mention'] as const) await show(kind)
    now = MORNING
    isDown = true
    await alerts.flush()
    isDown = false
    reply = { kinds: { ...DEFAULT_KINDS, mention: false }, devices: [] }
    now = MORNING + MINUTE_MS - 1
    await alerts.flush()
    expect([shown, requests]).toEqual([[], 1])
    now = MORNING + MINUTE_MS
    await alerts.flush()
    expect([shown, requests]).toEqual([['settled'], 2])
    // The answer for the mention was no.
    reply = { kinds: DEFAULT_KINDS, devices: [] }
    await alerts.flush()
    expect([shown, requests]).toEqual([['settled'], 2])
  })

  test('held over the quiet hours give way to newer ones of the same subject', async () => {
    now = NIGHT
    for (const text of ['above', 'below']) {
      await alerts.show('level', () => shown.push(text), { key: 'level 104000' })
    }
    await alerts.show('level', () => shown.push('other'), { key: 'level 98000' })
    now = MORNING
    await alerts.flush()
    expect(shown).toEqual(['below', 'other'])
  })

  test('held longer than four hours are dropped if they are about the worth of calls', async () => {
    now = MORNING - 4 * HOUR_MS
    for (const kind of ['flip', 'worth', 'level'] as const) await show(kind)
    now += 1
    await show('flip')
    now = MORNING
    await alerts.flush()
    expect(shown).toEqual(['level', 'flip'])
  })

  test('held over the quiet hours wait until it is known whether they hold', async () => {
    now = NIGHT
    let holds: boolean | null = null
    await alerts.show('level', () => shown.push('held'), { holds: () => holds })
    await alerts.show('level', () => shown.push('past'), { holds: () => holds && false })
    now = MORNING
    await alerts.flush()
    expect([shown, requests]).toEqual([[], 0])
    holds = true
    await alerts.flush()
    expect(shown).toEqual(['held'])
  })

  test.each([
    ['a guest', null],
    ['the next user', { ...user, id: 8 }],
  ])('held for a user are not shown to %s', async (_, next) => {
    now = NIGHT
    for (const kind of ['settled', 'reply'] as const) await show(kind)
    signedIn = next
    now = MORNING
    await alerts.flush()
    signedIn = user
    await alerts.flush()
    expect(shown).toEqual([])
  })
})
