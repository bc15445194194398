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

test('a call of a round without reference price is named with its level in percent', () => {
  const isVoid = { direction: 'down', result: 'unknown', points: 0 } as const
  expect(english(settled(isVoid, { ...round, refPrice: null, outcome: 'void' }))).toMatchObject({
    title: 'Your round is void: 0 points',
    body: expect.stringContaining('▼ Down, below −5%. No exchange price'),
  })
})
