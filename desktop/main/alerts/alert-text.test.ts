import { describe, expect, test } from 'bun:test'
import type { Locale } from '#shared/i18n/locale.ts'
import { liveRound } from '#shared/rules/schedule.ts'
import type { Alert } from './alert.ts'
import { CLOSE, ownVote, price, SATURDAY } from './alert-samples.fixture.ts'
import { alertWriter } from './alert-text.ts'

const round = liveRound(SATURDAY)
const miss = { voteChoice: 'down', result: 'MISS', points: -1044 } as const
const isVoid = { voteChoice: 'steady', result: 'unknown', points: 0 } as const
const carried = { voteChoice: 'unknown', result: 'unknown', points: -45, carried: -45 } as const

const CASES: [name: string, alert: Alert, path: string, english: string[], korean: string[]][] = [
  [
    'a round opened',
    { kind: 'opened', round },
    '/vote/write',
    [
      'A new round is open',
      'Calls close: Mon, Nov 23, 2026, 09:00 (UTC+9). Settles: Thu, Nov 26, 2026, 09:00 (UTC+9).',
    ],
    [
      '새 라운드가 열렸습니다',
      '예측 마감: 2026년 11월 23일 (월) 09:00 (UTC+9). 결과 시각: 2026년 11월 26일 (목) 09:00 (UTC+9).',
    ],
  ],
  [
    'it closes soon',
    { kind: 'closing', round, now: CLOSE - 59.5 * 60_000 },
    '/vote/write',
    [
      'Calls close in 60 min',
      'You have not made a call in this round. Closes: Mon, Nov 23, 2026, 09:00 (UTC+9). Settles: Thu, Nov 26, 2026, 09:00 (UTC+9).',
    ],
    [
      '예측 마감까지 60분 남았습니다',
      '이번 라운드를 아직 예측하지 않았습니다. 마감: 2026년 11월 23일 (월) 09:00 (UTC+9). 결과 시각: 2026년 11월 26일 (목) 09:00 (UTC+9).',
    ],
  ],
  [
    'a hit',
    { kind: 'settled', votes: [ownVote(12)] },
    '/vote/view/12',
    [
      'Your call was right: +226 points',
      '▲ Up, above 105,000. Settled Thu, Nov 26, 2026, 09:00 (UTC+9).',
    ],
    [
      '예측이 맞았습니다: +226점',
      '▲ 상승, 105,000 초과. 결과 시각 2026년 11월 26일 (목) 09:00 (UTC+9).',
    ],
  ],
  [
    'a miss',
    { kind: 'settled', votes: [ownVote(13, miss)] },
    '/vote/view/13',
    [
      'Your call was wrong: −1,044 points',
      '▼ Down, below 95,000. Settled Thu, Nov 26, 2026, 09:00 (UTC+9).',
    ],
    [
      '예측이 빗나갔습니다: −1,044점',
      '▼ 하락, 95,000 미만. 결과 시각 2026년 11월 26일 (목) 09:00 (UTC+9).',
    ],
  ],
  [
    'a void round',
    { kind: 'settled', votes: [ownVote(14, isVoid)] },
    '/vote/view/14',
    [
      'Your round is void: 0 points',
      '■ Steady, 95,000 to 105,000. No exchange price was found to settle it, Thu, Nov 26, 2026, 09:00 (UTC+9).',
    ],
    [
      '내 라운드가 무효로 처리되었습니다: 0점',
      '■ 보합, ±5% 이내(95,000~105,000). 결과 시각(2026년 11월 26일 (목) 09:00 (UTC+9))에 거래소 가격이 없었습니다.',
    ],
  ],
  [
    'points carried over alone',
    { kind: 'settled', votes: [ownVote(15, carried)] },
    '/vote/view/15',
    ['Your round was settled: −45 points', '?? Unknown. Settled Thu, Nov 26, 2026, 09:00 (UTC+9).'],
    ['라운드 결과가 나왔습니다: −45점', '?? 모름. 결과 시각 2026년 11월 26일 (목) 09:00 (UTC+9).'],
  ],
  [
    'several with points carried over alone',
    { kind: 'settled', votes: [ownVote(2), ownVote(1, carried)] },
    '/vote',
    ['2 of your calls were settled', 'Right: 1, wrong: 0. Total: +181 points.'],
    ['예측 2건의 결과가 나왔습니다', '적중 1건, 빗나감 0건. 합계: +181점.'],
  ],
  [
    'several votes',
    { kind: 'settled', votes: [ownVote(3), ownVote(2), ownVote(1, miss)] },
    '/vote',
    ['3 of your calls were settled', 'Right: 2, wrong: 1. Total: −592 points.'],
    ['예측 3건의 결과가 나왔습니다', '적중 2건, 빗나감 1건. 합계: −592점.'],
  ],
  [
    'several with a void one',
    { kind: 'settled', votes: [ownVote(2), ownVote(1, isVoid)] },
    '/vote',
    ['2 of your calls were settled', 'Right: 1, wrong: 0, void: 1. Total: +226 points.'],
    ['예측 2건의 결과가 나왔습니다', '적중 1건, 빗나감 0건, 무효 1건. 합계: +226점.'],
  ],
  [
    'above the band',
    { kind: 'band', band: 'up', refPrice: '58950.01', price: price('61897.515') },
    '/',
    [
      '▲ Up, above +5%: 61,897.52',
      'BTC/USDT in the open round. Reference: 58,950.01. Band: 56,002.51 to 61,897.51.',
    ],
    [
      '▲ 상승, +5% 초과: 61,897.52',
      '접수 중인 라운드의 BTC/USDT. 기준가: 58,950.01. 구간: 56,002.51 ~ 61,897.51.',
    ],
  ],
  [
    'back in the band',
    { kind: 'band', band: 'steady', refPrice: '100000', price: price('104000') },
    '/',
    [
      '■ Steady, back within ±5%: 104,000.00',
      'BTC/USDT in the open round. Reference: 100,000.00. Band: 95,000.00 to 105,000.00.',
    ],
    [
      '■ 보합, ±5% 이내로 복귀: 104,000.00',
      '접수 중인 라운드의 BTC/USDT. 기준가: 100,000.00. 구간: 95,000.00 ~ 105,000.00.',
    ],
  ],
  [
    'below the band of a simulated market',
    {
      kind: 'band',
      band: 'down',
      refPrice: '100000',
      price: price('94000', { market: 'simulated' }),
    },
    '/',
    [
      '[Simulated prices] ▼ Down, below −5%: 94,000.00',
      'BTC/USDT in the open round. Reference: 100,000.00. Band: 95,000.00 to 105,000.00.',
    ],
    [
      '[모의 가격] ▼ 하락, −5% 미만: 94,000.00',
      '접수 중인 라운드의 BTC/USDT. 기준가: 100,000.00. 구간: 95,000.00 ~ 105,000.00.',
    ],
  ],
  [
    'a level crossed upward',
    { kind: 'level', side: 'above', level: '70000', price: price('70000.00') },
    '/',
    ['▲ At or above your alert price: 70,000.00', 'BTC/USDT has crossed 70,000.00.'],
    ['▲ 알림 가격 이상: 70,000.00', 'BTC/USDT가 알림 가격(70,000.00)을 지났습니다.'],
  ],
  [
    'a level crossed downward in a replay',
    {
      kind: 'level',
      side: 'below',
      level: '70000',
      price: price('69999.99', { market: 'replay' }),
    },
    '/',
    ['[Replayed prices] ▼ Below your alert price: 69,999.99', 'BTC/USDT has crossed 70,000.00.'],
    [
      '[과거 가격 재생] ▼ 알림 가격 미만: 69,999.99',
      'BTC/USDT가 알림 가격(70,000.00)을 지났습니다.',
    ],
  ],
]

describe('alert texts', () => {
  for (const [name, alert, path, english, korean] of CASES) {
    for (const [locale, texts] of [
      ['en-US', english],
      ['ko-KR', korean],
    ] as [Locale, string[]][]) {
      test(`${name}, ${locale}`, () => {
        const { kind, title, body, path: shown } = alertWriter(locale, 'Asia/Seoul')(alert)
        expect([title, body]).toEqual(texts)
        expect([kind, shown]).toEqual([alert.kind, path])
      })
    }
  }

  test('formats instants in the system time zone', () => {
    const { body } = alertWriter('en-US', 'America/New_York')({ kind: 'opened', round })
    expect(body).toContain('Wed, Nov 25, 2026, 19:00 (UTC−5)')
  })
})
