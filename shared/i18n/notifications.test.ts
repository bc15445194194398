import { expect, test } from 'bun:test'
import type { Notification } from '#shared/contract/notifications.ts'
import { notificationWriter } from './notifications.ts'

const [english, korean] = [
  notificationWriter('en-US', 'Asia/Seoul'),
  notificationWriter('ko-KR', 'Asia/Seoul'),
]
const round = {
  refDate: '2026-11-19T00:00:00.000Z',
  targetDate: '2026-11-26T00:00:00.000Z',
  refPrice: '94311.57',
  outcome: 'up',
} as const
const vote = { id: 12, direction: 'up', result: 'HIT', points: 226 } as const
const settled = (
  part: Partial<NonNullable<Notification['vote']>> = {},
  of: NonNullable<Notification['round']> = round,
) => ({ kind: 'settled', round: of, vote: { ...vote, ...part }, season: null }) as const

test('a settled call is named with its level', () => {
  expect(english(settled())).toEqual({
    title: 'Your call was right: +226 points',
    body: '▲ Up, above 99,027. Settled Thu, Nov 26, 09:00.',
    path: '/vote/view/12',
  })
  expect(korean(settled({ direction: 'steady', result: 'MISS', points: -44 }))).toMatchObject({
    title: '예측이 빗나갔습니다: −44점',
    body: '■ 보합, ±5% 이내(89,596~99,027). 결과 시각 11월 26일 (목) 09:00.',
  })
})

const brief = {
  price: '97512.4',
  rounds: [
    { refDate: '2026-11-23T00:00:00.000Z', targetDate: '2026-11-30T00:00:00.000Z', change: 0.0123 },
    { refDate: '2026-11-26T00:00:00.000Z', targetDate: '2026-12-03T00:00:00.000Z', change: -0.004 },
  ],
  lastWeek: null,
  openCalls: { points: 62, change: 18, since: '2026-11-26T00:00:00.000Z' },
  periodEnd: '2026-11-30T00:00:00.000Z',
}
const ofDay = (part: Partial<NonNullable<Notification['brief']>>) =>
  ({ kind: 'brief', round: null, vote: null, season: null, brief: { ...brief, ...part } }) as const

test('a brief says price, changes, open calls and what ends', () => {
  expect(english(ofDay({}))).toEqual({
    title: 'BTC/USDT 97,512',
    body:
      "+1.2% on Monday's reference, −0.4% on Thursday's reference. " +
      'Your open calls: +62 points (+18 since 09:00). Calls close and a round settles Mon, Nov 30, 09:00.',
    path: '/',
  })
  expect(korean(ofDay({})).body).toBe(
    '월요일 기준가 대비 +1.2%, 목요일 기준가 대비 −0.4%. 결과 전 내 예측: +62점(09:00 이후 +18점). ' +
      '예측 마감 및 결과 시각 11월 30일 (월) 09:00.',
  )
})

test('a brief of a Monday says what the week before has brought, and leads to it', () => {
  const few = { rounds: [], openCalls: null, periodEnd: null }
  const monday = ofDay({ ...few, lastWeek: { week: '2026-47', points: -12 } })
  expect(english(monday)).toMatchObject({ body: 'Last week: −12 points.', path: '/week/2026-47' })
  expect(korean(monday)).toMatchObject({ body: '지난주: −12점.', path: '/week/2026-47' })
})

test('a brief leaves out what there is not', () => {
  const few = { rounds: brief.rounds.slice(1), openCalls: null, periodEnd: null }
  expect(english(ofDay(few)).body).toBe("−0.4% on Thursday's reference.")
  expect(korean(ofDay(few)).body).toBe('목요일 기준가 대비 −0.4%.')
  expect(english(ofDay({ ...few, rounds: [] })).body).toBe('')
  const openCalls = { ...brief.openCalls, change: null }
  expect(english(ofDay({ ...few, openCalls })).body).toBe(
    "−0.4% on Thursday's reference. Your open calls: +62 points.",
  )
})

test('a call of a round without reference price is named with its level in percent', () => {
  const isVoid = { direction: 'down', result: 'unknown', points: 0 } as const
  expect(english(settled(isVoid, { ...round, refPrice: null, outcome: 'void' }))).toMatchObject({
    title: 'Your round is void: 0 points',
    body: expect.stringContaining('▼ Down, below −5%. No exchange price'),
  })
})
