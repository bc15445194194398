import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { DEFAULT_SETTINGS, type PriceLevel } from '#desktop/bridge/settings.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import {
  CLOSE,
  NEXT_TARGET,
  ownVote,
  price,
  SATURDAY,
  summary,
  TARGET,
  THREAD,
  target,
  waiting,
} from './alert-samples.fixture.ts'
import { createAlertFixture } from './alerts.fixture.ts'

let fixture: ReturnType<typeof createAlertFixture>

beforeEach(() => {
  fixture = createAlertFixture()
})
afterEach(() => fixture.close())

const opened = (targetDate = NEXT_TARGET) =>
  fixture.publish({ type: 'round', event: 'opened', targetDate })
const settled = () => fixture.publish({ type: 'round', event: 'settled', targetDate: TARGET })

describe('a new round', () => {
  test('notifies once: not at the first start, not for the next summary, not after a restart', () => {
    fixture.start()
    fixture.hello()
    expect(fixture.kinds()).toEqual([])
    fixture.setTime(CLOSE)
    opened()
    fixture.publish({ type: 'summary', summary: summary(target(NEXT_TARGET, null), CLOSE) })
    opened()
    fixture.restart()
    fixture.hello(summary(target(NEXT_TARGET), CLOSE))
    expect(fixture.kinds()).toEqual(['opened'])
    expect(fixture.notices[0]?.title).toBe('A new round is open')
  })

  test('notifies at the next start when it opened while the app was off', () => {
    fixture.start()
    fixture.hello()
    fixture.stop()
    fixture.setTime(CLOSE + HOUR_MS)
    fixture.view.setState(
      { ...fixture.view.getState(), summary: summary(target(NEXT_TARGET), CLOSE) },
      true,
    )
    fixture.setLocale('ko-KR')
    fixture.start()
    expect(fixture.notices.map(({ title }) => title)).toEqual(['새 라운드가 열렸습니다'])
    fixture.hello(summary(target(NEXT_TARGET), CLOSE))
    expect(fixture.kinds()).toEqual(['opened'])
  })

  test('notifies although the estimated server time is slightly behind', () => {
    fixture.start()
    fixture.hello()
    fixture.setTime(CLOSE - 40)
    fixture.publish({ type: 'round', event: 'opened', targetDate: NEXT_TARGET }, CLOSE)
    expect(fixture.kinds()).toEqual(['opened'])
  })
})

const levelAt = (price: string, part: Partial<PriceLevel> = {}): PriceLevel => ({
  price,
  note: '',
  isOnce: false,
  sound: 'default',
  ...part,
})

describe('price alerts', () => {
  test('notify when the price leaves the band or crosses the configured level', () => {
    fixture.start()
    fixture.hello()
    fixture.settings.setState({ levels: [levelAt('102000')] })
    for (const value of ['100000', '102500', '106000']) fixture.price(value)
    expect(fixture.kinds()).toEqual(['level', 'band'])
    fixture.settings.setState({ levels: [levelAt('107000')] })
    fixture.price('106900')
    fixture.price('107000')
    expect(fixture.notices.at(-1)?.title).toBe('▲ At or above your alert price: 107,000.00')
    expect(fixture.notices).toHaveLength(3)
  })

  test('tell several levels apart, with their notes, and remove those that notify once', () => {
    fixture.start()
    fixture.hello()
    const often = levelAt('103000', { note: 'Half out' })
    const once = levelAt('104000', { note: 'All out', isOnce: true, sound: 'silent' })
    fixture.settings.setState({ levels: [often, once] })
    fixture.price('100000')
    fixture.price('104500')
    expect(fixture.notices.map(({ body }) => body.split('\n')[0])).toEqual(['Half out', 'All out'])
    expect(fixture.notices.map(({ sound }) => sound)).toEqual(['default', 'silent'])
    expect(fixture.settings.getState().levels).toEqual([often])
    for (const value of ['102000', '104500']) fixture.price(value)
    expect(fixture.kinds()).toEqual(['level', 'level', 'level', 'level'])
  })

  test('have the sound of the level, or else that of their kind', () => {
    const sounds = { ...DEFAULT_SETTINGS.sounds, band: 'knock', level: 'bell' } as const
    const levels = [levelAt('103000'), levelAt('104000', { sound: 'rise' })]
    fixture.settings.setState({ sounds, levels })
    fixture.start()
    fixture.hello()
    for (const value of ['100000', '104500', '106000']) fixture.price(value)
    expect(fixture.notices.map(({ sound }) => sound)).toEqual(['bell', 'rise', 'knock'])
  })

  test('come from the server for an account, whose own levels here rest', () => {
    fixture.settings.setState({ levels: [levelAt('103000')] })
    fixture.signIn(1)
    fixture.start()
    fixture.hello()
    fixture.price('100000')
    fixture.price('104500')
    expect(fixture.notices).toEqual([])
    fixture.alert({ level: '104000', side: 'above', price: '104500', note: 'mine', sound: 'rise' })
    expect(fixture.notices).toMatchObject([{ kind: 'level', sound: 'rise', path: '/vote' }])
    expect(fixture.notices[0]?.title).toBe('▲ At or above your alert price: 104,500.00')
    fixture.settings.setState({ isMuted: true })
    fixture.alert({ level: '104000', side: 'below', price: '103000', note: '', sound: null })
    expect(fixture.notices).toHaveLength(1)
  })

  test('come from the server as the brief of an account, unless muted', () => {
    const brief = { price: '104000', rounds: [], openCalls: null, lastWeek: null, periodEnd: null }
    fixture.signIn(1)
    fixture.start()
    fixture.hello()
    fixture.brief(brief)
    expect(fixture.notices).toMatchObject([{ title: 'BTC/USDT 104,000', path: '/' }])
    fixture.settings.setState({ isMuted: true })
    fixture.brief(brief)
    expect(fixture.notices).toHaveLength(1)
  })

  test('wait during the quiet hours for the first price after them', () => {
    // 23:30 and 08:00 in Seoul.
    const night = Date.parse('2026-11-21T14:30:00.000Z')
    fixture.start()
    fixture.hello()
    fixture.settings.setState({ levels: [levelAt('103000', { isOnce: true }), levelAt('104500')] })
    fixture.setTime(night)
    for (const value of ['100000', '104800', '106000', '104000']) fixture.price(value)
    fixture.restart()
    expect(fixture.notices).toEqual([])
    fixture.setTime(Date.parse('2026-11-21T23:00:00.000Z'))
    fixture.price('104000')
    expect(fixture.notices.map(({ title }) => title)).toEqual([
      '▲ At or above your alert price: 104,000.00',
    ])
    expect(fixture.settings.getState().levels).toEqual([levelAt('104500')])
  })

  test('do not wait when the quiet hours are off', () => {
    fixture.settings.setState({ hasQuietHours: false, levels: [levelAt('103000')] })
    fixture.start()
    fixture.hello()
    fixture.setTime(Date.parse('2026-11-21T14:30:00.000Z'))
    for (const value of ['100000', '106000']) fixture.price(value)
    expect(fixture.kinds()).toEqual(['band', 'level'])
  })

  test('keep a level that notifies once while alerts are muted', () => {
    fixture.start()
    fixture.hello()
    const levels = [levelAt('103000', { isOnce: true })]
    fixture.settings.setState({ levels, isMuted: true })
    for (const value of ['100000', '104500']) fixture.price(value)
    expect(fixture.settings.getState().levels).toEqual(levels)
    expect(fixture.notices).toEqual([])
  })

  test('ignore the stored freshness of a persisted price', () => {
    fixture.start()
    fixture.hello()
    fixture.price('100000')
    fixture.stop()
    fixture.setTime(SATURDAY + HOUR_MS)
    const old = price('106000')
    fixture.view.setState({ ...fixture.view.getState(), price: old }, true)
    fixture.start()
    fixture.view.setState({ ...fixture.view.getState(), receivedAt: 1, price: { ...old } }, true)
    expect(fixture.notices).toEqual([])
  })

  test('wait for a summary, which defines the band', () => {
    fixture.start()
    fixture.price('100000')
    fixture.price('106000')
    expect(fixture.notices).toEqual([])
  })
})

describe('replies in threads', () => {
  test('notify as the account wants it, and lead to the reply', () => {
    const sounds = { ...DEFAULT_SETTINGS.sounds, opened: 'knock' } as const
    fixture.settings.setState({ sounds })
    fixture.signIn(1)
    fixture.start()
    fixture.hello()
    fixture.account.mention = false
    fixture.thread('mention', { ...THREAD, mentions: 1 })
    expect(fixture.notices).toEqual([])
    fixture.thread('reply', THREAD)
    const [title, path] = ['Mina replied', '/vote/view/12?reply=90']
    expect(fixture.notices).toMatchObject([{ title, body: 'In “Halving”', path, sound: 'knock' }])
    fixture.account.mention = true
    fixture.account.reply = false
    fixture.setLocale('ko-KR')
    for (const kind of ['reply', 'mention'] as const) {
      fixture.thread(kind, { ...THREAD, mentions: 1 })
    }
    expect(fixture.notices.slice(1)).toMatchObject([{ title: 'Mina님이 나를 언급했습니다' }])
  })

  test('notify of nothing while alerts are muted, nor with a notice of another shape', () => {
    fixture.signIn(1)
    fixture.start()
    fixture.hello()
    fixture.thread('reply', JSON.parse('{"target":"vote","id":12}'))
    fixture.settings.setState({ isMuted: true })
    fixture.thread('reply', THREAD)
    expect(fixture.notices).toEqual([])
  })
})

describe('muted and disabled alerts', () => {
  test('do not appear after the mute ends', async () => {
    fixture.api.votes = [waiting(12)]
    fixture.signIn(7)
    fixture.start()
    fixture.hello()
    fixture.price('100000')
    await fixture.settle()
    fixture.settings.setState({ ...fixture.settings.getState(), isMuted: true }, true)
    fixture.price('106000')
    fixture.api.votes = [ownVote(12)]
    settled()
    fixture.setTime(CLOSE)
    opened()
    await fixture.settle()
    expect(fixture.notices).toEqual([])
    fixture.settings.setState({ ...fixture.settings.getState(), isMuted: false }, true)
    fixture.hello(summary(target(NEXT_TARGET), CLOSE))
    fixture.price('106000')
    await fixture.settle()
    expect(fixture.notices).toEqual([])
  })

  test.each(['opened', 'band', 'level'] as const)('skip %s when its switch is off', (kind) => {
    const { alerts } = fixture.settings.getState()
    if (kind === 'opened') fixture.account.opened = false
    const levels = [levelAt('103000')]
    fixture.settings.setState(
      {
        ...fixture.settings.getState(),
        levels,
        alerts: { ...alerts, ...(kind !== 'opened' && { [kind]: false }) },
      },
      true,
    )
    fixture.start()
    fixture.hello()
    fixture.price('100000')
    fixture.price('106000')
    fixture.setTime(CLOSE)
    opened()
    expect(fixture.kinds().sort()).toEqual(
      (['band', 'level', 'opened'] as const).filter((other) => other !== kind),
    )
  })
})

describe('persisted alert state', () => {
  test.each([null, 7, 'x', {}, { opened: 'soon' }, { opened: 1, closing: [] }])(
    'is reset when the file contains %p',
    (value) => {
      fixture.store(value)
      fixture.start()
      fixture.hello()
      expect(fixture.kinds()).toEqual([])
      fixture.setTime(CLOSE)
      opened()
      expect(fixture.kinds()).toEqual(['opened'])
    },
  )

  test('stays in memory when the disk is full', () => {
    fixture.fillDisk()
    fixture.start()
    fixture.hello()
    fixture.setTime(CLOSE)
    opened()
    opened()
    expect(fixture.kinds()).toEqual(['opened'])
  })

  test('ignores events after the stop', async () => {
    fixture.signIn(7)
    fixture.start()
    fixture.hello()
    fixture.stop()
    fixture.setTime(CLOSE)
    opened()
    fixture.signIn(8)
    await fixture.settle()
    expect(fixture.listenerCount()).toBe(0)
    expect(fixture.notices).toEqual([])
  })
})

test('repeated messages and restarts cause no additional alerts', () => {
  const cents = fc.integer({ min: 9_400_000, max: 10_600_000 }).map((at) => (at / 100).toFixed(2))
  const step = fc.oneof(
    cents.map((value) => ({ do: 'price', value }) as const),
    fc.constant({ do: 'opened' } as const),
    fc.constant({ do: 'hello' } as const),
    fc.constant({ do: 'time' } as const),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const run = (times: number, isRestarted: boolean) => {
        const from = fixture.notices.length
        fixture.store(null)
        fixture.view.setState({ ...fixture.view.getState(), summary: null, price: null }, true)
        fixture.setTime(SATURDAY)
        let live = TARGET
        fixture.settings.setState({ levels: [levelAt('100500')] })
        fixture.start()
        for (const one of steps) {
          for (let time = 0; time < times; time++) {
            if (one.do === 'price') fixture.price(one.value)
            if (one.do === 'hello') fixture.hello(summary(target(live), SATURDAY))
            if (one.do === 'opened') opened(live)
          }
          if (one.do === 'time') {
            fixture.setTime(CLOSE)
            live = NEXT_TARGET
          }
          if (isRestarted) fixture.restart()
        }
        fixture.stop()
        return fixture.notices.slice(from)
      }
      const once = run(1, false)
      expect(run(2, false)).toEqual(once)
      expect(run(1, true)).toEqual(once)
      expect(run(2, true)).toEqual(once)
      expect(once.filter(({ kind }) => kind === 'opened').length).toBeLessThanOrEqual(1)
    }),
    { numRuns: 60 },
  )
})
