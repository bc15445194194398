import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { FlipAlert, LevelAlert, WorthAlert } from '#shared/contract/alerts.ts'
import { createAccountAlerts } from './account-alerts.ts'
import { TARGET, THREAD } from './alert-samples.fixture.ts'
import { createAlertFixture } from './alerts.fixture.ts'

/** 23:30 and 08:00 in Seoul. */
const NIGHT = Date.parse('2026-11-21T14:30:00.000Z')
const MORNING = Date.parse('2026-11-21T23:00:00.000Z')
const FLIP: FlipAlert = {
  voteId: 12,
  targetDate: TARGET,
  refPrice: '100000.00',
  direction: 'up',
  isRight: true,
  price: '105100.00',
}
const WORTH: WorthAlert = { mark: 100, worth: 120, side: 'above', price: '105100.00' }
const LEVEL: LevelAlert = {
  level: '104000',
  side: 'above',
  price: '104500',
  note: '',
  sound: null,
}
let fixture: ReturnType<typeof createAlertFixture>

beforeEach(async () => {
  fixture = createAlertFixture(createAccountAlerts)
  fixture.signIn(7)
  fixture.start()
  fixture.hello()
  await fixture.settle()
})
afterEach(() => fixture.close())

const titles = () => fixture.notices.map(({ title }) => title)

describe('alerts that the server creates', () => {
  test('about calls do not follow the switch of the band, nor the level that of its own', async () => {
    fixture.settings.setState({ alerts: { band: false, level: false } })
    fixture.notification({ kind: 'flip', flip: FLIP })
    fixture.notification({ kind: 'worth', worth: WORTH })
    fixture.alert(LEVEL)
    await fixture.settle()
    expect(fixture.notices).toMatchObject([{ path: '/vote/view/12' }, { path: '/profile' }])
  })

  test('wait for the end of the night when only price alerts have no quiet hours', async () => {
    fixture.settings.setState({ hasQuietHours: false })
    fixture.setTime(NIGHT)
    fixture.thread('reply', THREAD)
    fixture.notification({ kind: 'worth', worth: WORTH })
    await fixture.settle()
    expect(fixture.kinds()).toEqual(['band'])
    fixture.setTime(MORNING)
    fixture.hello()
    await fixture.settle()
    expect(titles().at(-1)).toBe('Mina replied')
  })

  test('are not shown after the night once alerts are muted', async () => {
    fixture.setTime(NIGHT)
    fixture.thread('reply', THREAD)
    fixture.settings.setState({ isMuted: true })
    fixture.setTime(MORNING)
    fixture.hello()
    await fixture.settle()
    expect(fixture.notices).toEqual([])
  })
})

test('a notice of security is shown whatever is switched off, at night and beside push messages', async () => {
  fixture.api.devices = [{ id: 1 }]
  fixture.settings.setState({ isMuted: true })
  fixture.setTime(NIGHT)
  const security = { act: 'link', provider: 'kakao' } as const
  fixture.notification({ kind: 'security', security })
  await fixture.settle()
  const title = 'Sign-in method added: Kakao'
  expect(fixture.notices).toMatchObject([{ title, path: '/settings/account', sound: 'silent' }])
})

describe('a level that is crossed in the night', () => {
  beforeEach(() => {
    fixture.setTime(NIGHT)
    fixture.alert(LEVEL)
    fixture.setTime(MORNING)
  })

  test('is notified with the first price after it', async () => {
    fixture.publish({ type: 'heartbeat' })
    await fixture.settle()
    expect(fixture.notices).toEqual([])
    fixture.price('104800')
    await fixture.settle()
    expect(titles()).toEqual(['▲ At or above your alert price: 104,800.00'])
  })

  test('is not notified if the price has returned', async () => {
    for (const value of ['103900', '104800']) {
      fixture.price(value)
      await fixture.settle()
    }
    expect(fixture.notices).toEqual([])
  })
})
