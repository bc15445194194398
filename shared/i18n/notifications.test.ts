import { expect, test } from 'bun:test'
import type { Notification, ThreadNotice } from '#shared/contract/notifications.ts'
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

test('a call without a direction has only the points carried over', () => {
  const notice = settled({ direction: 'unknown', result: 'unknown', points: -45 })
  expect(english(notice)).toMatchObject({
    title: 'Your round was settled: −45 points',
    body: '?? Unknown. Settled Thu, Nov 26, 09:00.',
  })
  expect(korean(notice).title).toBe('라운드 결과가 나왔습니다: −45점')
})

test('a void round says why', () => {
  const isVoid = { ...round, outcome: 'void' } as const
  const notice = settled({ result: 'unknown', points: 0 }, isVoid)
  expect(english(notice).title).toBe('Your round is void: 0 points')
  expect(english(notice).body).toContain('No exchange price was found')
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

test('a brief counts new replies, if there are any', () => {
  const few = { rounds: [], openCalls: null, periodEnd: null }
  expect(english(ofDay({ ...few, replies: 1204 })).body).toBe('New replies: 1,204.')
  expect(korean(ofDay({ ...few, replies: 3 })).body).toBe('새 답글 3개.')
  expect(english(ofDay({ ...few, replies: 0 })).body).toBe('')
})

const inThread = (part: Partial<ThreadNotice> = {}) => {
  const author = { uniqueCode: '7QX2MB', nickname: 'Mina' }
  const thread: ThreadNotice = {
    target: 'vote',
    id: 12,
    boardType: null,
    title: 'Halving',
    replyId: 90,
    replies: 1,
    mentions: 0,
    author,
    ...part,
  }
  const kind = thread.mentions > 0 ? 'mention' : 'reply'
  return { kind, round: null, vote: null, season: null, thread } as const
}

test.each([
  [{}, 'Mina replied', 'Mina님이 답글을 남겼습니다'],
  [{ author: null }, '1 new reply', '새 답글 1개'],
  [{ mentions: 1 }, 'Mina mentioned you', 'Mina님이 나를 언급했습니다'],
  [{ mentions: 1, author: null }, '1 new reply, which mentions you', '나를 언급한 새 답글 1개'],
  [{ replies: 1234 }, '1,234 new replies', '새 답글 1,234개'],
  [
    { replies: 3, mentions: 1 },
    '3 new replies, 1 mentions you',
    '새 답글 3개, 그중 1개에서 나를 언급',
  ],
  [
    { replies: 3, mentions: 2 },
    '3 new replies, 2 mention you',
    '새 답글 3개, 그중 2개에서 나를 언급',
  ],
] as const)('names who replied, or counts the replies of %j', (part, inEnglish, inKorean) => {
  expect(english(inThread(part)).title).toBe(inEnglish)
  expect(korean(inThread(part)).title).toBe(inKorean)
})

test.each([
  [{}, 'In “Halving”', '“Halving”에 달린 답글', '/vote/view/12?reply=90'],
  [{ title: null }, 'In a note', '의견에 달린 답글', '/vote/view/12?reply=90'],
  [
    { target: 'post', boardType: 'frees', title: null },
    'In a post',
    '게시글에 달린 답글',
    '/boards/frees/view/12?reply=90',
  ],
  // The board of a post may be unknown.
  [{ target: 'post' }, 'In “Halving”', '“Halving”에 달린 답글', '/boards'],
] as const)(
  'says which thread has replies, and leads to the first of %j',
  (part, inEnglish, inKorean, path) => {
    expect(english(inThread(part))).toMatchObject({ body: inEnglish, path })
    expect(korean(inThread(part))).toMatchObject({ body: inKorean, path })
  },
)

test('a call of a round without reference price is named with its level in percent', () => {
  const isVoid = { direction: 'down', result: 'unknown', points: 0 } as const
  expect(english(settled(isVoid, { ...round, refPrice: null, outcome: 'void' }))).toMatchObject({
    title: 'Your round is void: 0 points',
    body: expect.stringContaining('▼ Down, below −5%. No exchange price'),
  })
})
