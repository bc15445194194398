import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { PriceLevel } from '#desktop/bridge/settings.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import { createAccountAlerts } from './account-alerts.ts'
import { CLOSE, NEXT_TARGET, SATURDAY, summary, TARGET, target } from './alert-samples.fixture.ts'
import type { AlertState } from './alert-state.ts'
import { createAlertFixture } from './alerts.fixture.ts'

const below = { side: 'below', isArmed: true } as const
const level: PriceLevel = { price: '103000', note: '', isOnce: true, sound: 'default' }
/** State of an earlier run, in which the price was inside the band and below the level. */
const stored: AlertState = {
  opened: Date.parse(TARGET),
  closing: null,
  settled: null,
  band: {
    targetDate: TARGET,
    refPrice: '100000.00',
    up: below,
    down: { side: 'above', isArmed: true },
  },
  levels: [{ level: '103000', market: 'real', crossing: below }],
}

let fixture: ReturnType<typeof createAlertFixture>

beforeEach(() => {
  fixture = createAlertFixture(createAccountAlerts)
  fixture.store(stored)
  fixture.settings.setState({ levels: [level] })
  fixture.setKeychainRead(false)
})
afterEach(() => fixture.close())

describe('before the session is restored', () => {
  test('a round that opened while the app was off waits for the settings of the account', async () => {
    fixture.setTime(CLOSE + HOUR_MS)
    fixture.start()
    const hello = () => fixture.hello(summary(target(NEXT_TARGET), CLOSE))
    hello()
    fixture.readSession()
    fixture.publish({ type: 'round', event: 'opened', targetDate: NEXT_TARGET })
    await fixture.settle()
    expect(fixture.notices).toEqual([])
    fixture.signIn(7)
    await fixture.settle()
    hello()
    await fixture.settle()
    expect(fixture.kinds()).toEqual(['opened'])
  })

  test('the levels of a guest rest, and the band of somebody with a call does', async () => {
    fixture.start()
    fixture.hello()
    fixture.price('106000')
    fixture.readSession()
    fixture.price('106500')
    fixture.signIn(7, SATURDAY)
    await fixture.settle()
    expect(fixture.notices).toEqual([])
    expect(fixture.settings.getState().levels).toEqual([level])
  })

  test('a guest gets price alerts once the keychain was read', () => {
    fixture.start()
    fixture.hello()
    fixture.price('106000')
    expect(fixture.notices).toEqual([])
    fixture.setKeychainRead(true)
    expect(fixture.kinds()).toEqual(['band', 'level'])
    expect(fixture.settings.getState().levels).toEqual([])
  })
})
