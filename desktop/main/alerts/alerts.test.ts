import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { HOUR_MS } from '#shared/rules/schedule.ts'
import {
  CLOSE,
  NEXT_TARGET,
  ownVote,
  price,
  SATURDAY,
  summary,
  TARGET,
  target,
  waiting,
} from './alert-samples.fixture.ts'
import { alertRig } from './alerts.fixture.ts'

let rig: ReturnType<typeof alertRig>
let stop = () => {}

beforeEach(() => {
  rig = alertRig()
})
afterEach(async () => {
  stop()
  await rig.answered()
  await rig.end()
})

const start = () => {
  stop = rig.start()
}
const restart = () => {
  stop()
  start()
}
const opened = (targetDate = NEXT_TARGET) => rig.say({ type: 'round', event: 'opened', targetDate })
const settled = () => rig.say({ type: 'round', event: 'settled', targetDate: TARGET })

describe('a round that opens', () => {
  test('is told once: not at the first start, not by the summary that follows, not after a restart', () => {
    start()
    rig.hello()
    expect(rig.kinds()).toEqual([])
    rig.at(CLOSE)
    opened()
    rig.say({ type: 'summary', summary: summary(target(NEXT_TARGET, null), CLOSE) })
    opened()
    restart()
    rig.hello(summary(target(NEXT_TARGET), CLOSE))
    expect(rig.kinds()).toEqual(['opened'])
    expect(rig.notices[0]?.title).toBe('A new round is open')
  })

  test('is told at the next start when it opened while the app was off', () => {
    start()
    rig.hello()
    stop()
    rig.at(CLOSE + HOUR_MS)
    rig.view.setState(
      { ...rig.view.getState(), summary: summary(target(NEXT_TARGET), CLOSE) },
      true,
    )
    rig.speak('ko-KR')
    start()
    expect(rig.notices.map(({ title }) => title)).toEqual(['새 라운드가 열렸습니다'])
    rig.hello(summary(target(NEXT_TARGET), CLOSE))
    expect(rig.kinds()).toEqual(['opened'])
  })

  test('is told although the estimate of the server’s time is a little behind', () => {
    start()
    rig.hello()
    rig.at(CLOSE - 40)
    rig.say({ type: 'round', event: 'opened', targetDate: NEXT_TARGET }, CLOSE)
    expect(rig.kinds()).toEqual(['opened'])
  })
})

describe('prices', () => {
  test('tell the band and the level that was set', () => {
    start()
    rig.hello()
    rig.settings.setState({ ...rig.settings.getState(), levelPrice: '102000' }, true)
    for (const value of ['100000', '102500', '106000']) rig.price(value)
    expect(rig.kinds()).toEqual(['level', 'band'])
    rig.settings.setState({ ...rig.settings.getState(), levelPrice: '107000' }, true)
    rig.price('106900')
    rig.price('107000')
    expect(rig.notices.at(-1)?.title).toBe('▲ At or above your level: 107,000.00')
    expect(rig.notices).toHaveLength(3)
  })

  test('that were live when they were stored are not taken for live', () => {
    start()
    rig.hello()
    rig.price('100000')
    stop()
    rig.at(SATURDAY + HOUR_MS)
    const old = price('106000')
    rig.view.setState({ ...rig.view.getState(), price: old }, true)
    start()
    rig.view.setState({ ...rig.view.getState(), receivedAt: 1, price: { ...old } }, true)
    expect(rig.notices).toEqual([])
  })

  test('wait for a summary, which says where the band is', () => {
    start()
    rig.price('100000')
    rig.price('106000')
    expect(rig.notices).toEqual([])
  })
})

describe('what is not to be told', () => {
  test('while muted is remembered as told', async () => {
    rig.api.votes = [waiting(12)]
    rig.signIn(7)
    start()
    rig.hello()
    rig.price('100000')
    await rig.answered()
    rig.settings.setState({ ...rig.settings.getState(), isMuted: true }, true)
    rig.price('106000')
    rig.api.votes = [ownVote(12)]
    settled()
    rig.at(CLOSE)
    opened()
    await rig.answered()
    expect(rig.notices).toEqual([])
    rig.settings.setState({ ...rig.settings.getState(), isMuted: false }, true)
    rig.hello(summary(target(NEXT_TARGET), CLOSE))
    rig.price('106000')
    await rig.answered()
    expect(rig.notices).toEqual([])
  })

  test.each(['opened', 'band', 'level'] as const)(
    'with the switch of %s off, stays out',
    (kind) => {
      const { alerts } = rig.settings.getState()
      const levelPrice = '103000'
      rig.settings.setState(
        { ...rig.settings.getState(), levelPrice, alerts: { ...alerts, [kind]: false } },
        true,
      )
      start()
      rig.hello()
      rig.price('100000')
      rig.price('106000')
      rig.at(CLOSE)
      opened()
      expect(rig.kinds().sort()).toEqual(
        (['band', 'level', 'opened'] as const).filter((other) => other !== kind),
      )
    },
  )
})

describe('what is remembered', () => {
  test.each([null, 7, 'x', {}, { opened: 'soon' }, { opened: 1, closing: [] }])(
    'is nothing when %p was stored',
    (value) => {
      rig.keep(value)
      start()
      rig.hello()
      expect(rig.kinds()).toEqual([])
      rig.at(CLOSE)
      opened()
      expect(rig.kinds()).toEqual(['opened'])
    },
  )

  test('holds until the app ends although the disk is full', () => {
    rig.fillDisk()
    start()
    rig.hello()
    rig.at(CLOSE)
    opened()
    opened()
    expect(rig.kinds()).toEqual(['opened'])
  })

  test('nothing is heard after the end', async () => {
    rig.signIn(7)
    start()
    rig.hello()
    stop()
    rig.at(CLOSE)
    opened()
    rig.signIn(8)
    await rig.answered()
    expect(rig.listeners()).toBe(0)
    expect(rig.notices).toEqual([])
  })
})

test('messages that come twice and restarts between them tell nothing more', () => {
  const cents = fc.integer({ min: 9_400_000, max: 10_600_000 }).map((at) => (at / 100).toFixed(2))
  const step = fc.oneof(
    cents.map((value) => ({ do: 'price', value }) as const),
    fc.constant({ do: 'opened' } as const),
    fc.constant({ do: 'hello' } as const),
    fc.constant({ do: 'time' } as const),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const play = (times: number, isRestarted: boolean) => {
        const from = rig.notices.length
        rig.keep(null)
        rig.view.setState({ ...rig.view.getState(), summary: null, price: null }, true)
        rig.at(SATURDAY)
        let live = TARGET
        rig.settings.setState({ ...rig.settings.getState(), levelPrice: '100500' }, true)
        start()
        for (const one of steps) {
          for (let time = 0; time < times; time++) {
            if (one.do === 'price') rig.price(one.value)
            if (one.do === 'hello') rig.hello(summary(target(live), SATURDAY))
            if (one.do === 'opened') opened(live)
          }
          if (one.do === 'time') {
            rig.at(CLOSE)
            live = NEXT_TARGET
          }
          if (isRestarted) restart()
        }
        stop()
        return rig.notices.slice(from)
      }
      const once = play(1, false)
      expect(play(2, false)).toEqual(once)
      expect(play(1, true)).toEqual(once)
      expect(play(2, true)).toEqual(once)
      expect(once.filter(({ kind }) => kind === 'opened').length).toBeLessThanOrEqual(1)
    }),
    { numRuns: 60 },
  )
})
