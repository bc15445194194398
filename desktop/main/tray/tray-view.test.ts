import { describe, expect, test } from 'bun:test'
import type { TrayTextKind } from '#desktop/bridge/settings.ts'
import type { MarketState } from '#desktop/shared/market-state.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { SAMPLE_NOW, samplePrice, sampleSummary } from '#tests/support/market-samples.ts'
import { createTrayText } from './price-text.ts'
import { type TrayInput, type TrayView, trayView, untilNextChange } from './tray-view.ts'

const EN = createTrayText('en-US', 'America/New_York')
const KO = createTrayText('ko-KR', 'Asia/Seoul')
const TEXTS: Record<Locale, typeof EN> = { 'en-US': EN, 'ko-KR': KO }

const market = (
  value: string | null,
  age = 1_000,
  more: Partial<MarketState> = {},
): MarketState => ({
  summary: sampleSummary(),
  price: value === null ? null : samplePrice(value, -age),
  link: 'live',
  receivedAt: SAMPLE_NOW,
  ...more,
})

const SETTINGS = {
  isMiniOpen: false,
  isMuted: false,
  trayText: 'price',
  hasTrayDigits: false,
} as const

const input = (view: MarketState, more: Partial<TrayInput> = {}): TrayInput => ({
  market: view,
  settings: SETTINGS,
  user: null,
  votes: null,
  now: SAMPLE_NOW,
  ...more,
})

const labels = ({ menu }: TrayView) =>
  menu.map((line) => (line.kind === 'line' ? line.label : '---'))

describe('the icon', () => {
  // The reference of the live round is 66,000: its band ends at 62,700 and at 69,300.
  test.each([
    ['69300.01', 'up'],
    ['69300.00', 'steady'],
    ['62700.00', 'steady'],
    ['62699.99', 'down'],
  ] as const)('points for %s to %s', (value, direction) => {
    expect(trayView(input(market(value)), EN).icon).toEqual({ direction, state: 'live' })
  })

  test.each([
    [9_999, 'live', 'live'],
    [10_000, 'live', 'delayed'],
    [59_999, 'polling', 'delayed'],
    [60_000, 'live', 'stale'],
    [-300, 'live', 'live'],
    [1_000, 'connecting', 'live'],
    [90_000, 'connecting', 'stale'],
    [1_000, 'offline', 'offline'],
    [90_000, 'offline', 'offline'],
  ] as const)('of a price %i ms old on link %s is %s', (age, link, state) => {
    const view = market('66000.00', age, { link })
    expect(trayView(input(view), EN).icon.state).toBe(state)
  })

  test('has no direction without a reference, and nothing without a price', () => {
    const { target2, ...rest } = sampleSummary()
    const summary = { ...rest, target2: { ...target2, refPrice: null } }
    expect(trayView(input(market('66000.00', 0, { summary })), EN).icon.direction).toBe('none')
    expect(trayView(input(market('66000.00', 0, { summary: null })), EN).icon.direction).toBe(
      'none',
    )
    expect(trayView(input(market(null)), EN).icon).toEqual({ direction: 'none', state: 'none' })
  })

  test('has no direction once the round has closed', () => {
    const view = market('99000.00', 1_000, { link: 'offline' })
    expect(trayView(input(view), EN).icon.direction).toBe('up')
    const monday = Date.UTC(2026, 10, 23, 0, 0, 0)
    expect(trayView(input(view, { now: monday - 1 }), EN).icon.direction).toBe('up')
    expect(trayView(input(view, { now: monday }), EN).icon.direction).toBe('none')
  })
})

describe('the chosen title', () => {
  const titleOf = (trayText: TrayTextKind, age = 0) =>
    trayView(input(market('67000.00', age), { settings: { ...SETTINGS, trayText } }), EN).title

  test('is the change, the time left to vote or nothing', () => {
    expect(titleOf('change')).toMatch(/^[+−]\d+\.\d\d%/)
    expect(titleOf('change', 20_000)).toContain(' · ')
    expect(titleOf('countdown')).toMatch(/^(\d+d )?(\d+h )?\d+m$/)
    expect(titleOf('none')).toBe('')
  })
})

describe('title and tooltip', () => {
  const replay = { price: samplePrice('66000.00', -500, { market: 'replay' }) }
  const simulated = { price: samplePrice('66000.00', -500, { market: 'simulated' }) }
  test.each([
    [
      'live',
      market('69432.10'),
      ['69,432', 'Tidemark BTC/USDT 69,432.10\n▲ Up, above 69,300 · +5.20%\nReal-time'],
      ['69,432', '타이드마크 BTC/USDT 69,432.10\n▲ 상승, 69,300 초과 · +5.20%\n실시간'],
    ],
    [
      'delayed',
      market('66000.50', 12_000),
      [
        '66,001 · Delayed',
        'Tidemark BTC/USDT 66,000.50\n■ Steady, 62,700 to 69,300 · 0.00%\nDelayed',
      ],
      [
        '66,001 · 약간 지연',
        '타이드마크 BTC/USDT 66,000.50\n■ 보합, ±5% 이내(62,700~69,300) · 0.00%\n약간 지연',
      ],
    ],
    [
      'stale',
      market('60000.00', 5 * 60_000),
      [
        '60,000 · Stale',
        'Tidemark BTC/USDT 60,000.00\n▼ Down, below 62,700 · −9.09%\nStale · 5 minutes ago',
      ],
      [
        '60,000 · 갱신 지연',
        '타이드마크 BTC/USDT 60,000.00\n▼ 하락, 62,700 미만 · −9.09%\n갱신 지연 · 5분 전',
      ],
    ],
    [
      'offline',
      market('60000.00', 26 * 3_600_000, { link: 'offline' }),
      [
        '60,000 · Offline',
        'Tidemark BTC/USDT 60,000.00\n▼ Down, below 62,700 · −9.09%\nOffline · 26 hours ago',
      ],
      [
        '60,000 · 오프라인',
        '타이드마크 BTC/USDT 60,000.00\n▼ 하락, 62,700 미만 · −9.09%\n오프라인 · 26시간 전',
      ],
    ],
    [
      'cut off just now',
      market('66000.00', 59_999, { link: 'offline' }),
      [
        '66,000 · Offline',
        'Tidemark BTC/USDT 66,000.00\n■ Steady, 62,700 to 69,300 · 0.00%\nOffline · just now',
      ],
      [
        '66,000 · 오프라인',
        '타이드마크 BTC/USDT 66,000.00\n■ 보합, ±5% 이내(62,700~69,300) · 0.00%\n오프라인 · 방금 전',
      ],
    ],
    [
      'simulated, without a summary',
      market(null, 0, { summary: null, ...simulated }),
      ['66,000 · simulated', 'Tidemark BTC/USDT 66,000.00\nReal-time · Simulated prices'],
      ['66,000 · 모의', '타이드마크 BTC/USDT 66,000.00\n실시간 · 모의 가격'],
    ],
    [
      'replayed, without a summary',
      market(null, 0, { summary: null, ...replay }),
      ['66,000 · replay', 'Tidemark BTC/USDT 66,000.00\nReal-time · Replayed prices'],
      ['66,000 · 재생', '타이드마크 BTC/USDT 66,000.00\n실시간 · 과거 가격 재생'],
    ],
    [
      'without a price',
      market(null, 0, { link: 'connecting' }),
      ['', 'Tidemark\nNo price yet'],
      ['', '타이드마크\n아직 가격이 없습니다'],
    ],
    [
      'without a price or a network',
      market(null, 0, { link: 'offline' }),
      ['', 'Tidemark\nNo price yet · Offline'],
      ['', '타이드마크\n아직 가격이 없습니다 · 오프라인'],
    ],
  ])('of a price that is %s', (_, view, english, korean) => {
    for (const [text, [title, tooltip]] of [
      [EN, english],
      [KO, korean],
    ] as const) {
      const shown = trayView(input(view), text)
      expect([shown.title, shown.tooltip]).toEqual([title ?? '', tooltip ?? ''])
      // Windows truncates longer tooltips.
      expect(shown.tooltip.length).toBeLessThan(128)
    }
  })

  test('fit the limit of Windows', () => {
    const price = samplePrice('123456789012.12', -100 * 86_400_000, { market: 'simulated' })
    for (const text of Object.values(TEXTS)) {
      const { tooltip } = trayView(input(market(null, 0, { price, link: 'offline' })), text)
      expect(tooltip.length).toBeLessThan(128)
    }
  })
})

describe('the menu', () => {
  test('lists all entries, the price first', () => {
    expect(labels(trayView(input(market('69432.10')), EN))).toEqual([
      'BTC/USDT 69,432.10',
      '▲ Up, above 69,300 · +5.20% from 66,000.00',
      'Real-time · 21:29:59 (UTC−5)',
      '---',
      'Open round: closes in 1d 21h 30m',
      'Settles Wed, Nov 25, 2026, 19:00 (UTC−5)',
      'Closed round: settles in 1d 21h 30m',
      'Settles Sun, Nov 22, 2026, 19:00 (UTC−5)',
      '---',
      'You are not signed in',
      'Make a call',
      'Open Tidemark',
      'Open the chart window',
      '---',
      'Mini ticker',
      'Mute alerts',
      '---',
      'Quit Tidemark',
    ])
  })

  test('is translated to Korean', () => {
    const user = { lastVoteTime: SAMPLE_NOW - 3_600_000 }
    expect(labels(trayView(input(market('60000.00', 65_000), { user }), KO))).toEqual([
      'BTC/USDT 60,000.00',
      '▼ 하락, 62,700 미만 · 66,000.00 대비 −9.09%',
      '갱신 지연 · 1분 전 · 11:28:55 (UTC+9)',
      '---',
      '접수 중인 라운드: 예측 마감까지 1일 21시간 30분',
      '결과 시각 2026년 11월 26일 (목) 09:00 (UTC+9)',
      '마감된 라운드: 결과 확정까지 1일 21시간 30분',
      '결과 시각 2026년 11월 23일 (월) 09:00 (UTC+9)',
      '---',
      '✓ 이번 라운드를 예측했습니다',
      '예측 목록 보기',
      '타이드마크 열기',
      '차트 창 열기',
      '---',
      '미니 시세창',
      '알림 끄기',
      '---',
      '타이드마크 종료',
    ])
  })

  const period = Date.UTC(2026, 10, 19)
  test.each([
    ['never', 0, 'You have not made a call in this round yet'],
    ['just before the round opened', period - 1, 'You have not made a call in this round yet'],
    ['as the round opened', period, '✓ You have made your call in this round'],
  ])('shows whether the user has voted: %s', (_, lastVoteTime, text) => {
    expect(labels(trayView(input(market('1'), { user: { lastVoteTime } }), EN))).toContain(text)
  })

  test('offers the directions with their points until the user has voted', () => {
    const user = { lastVoteTime: 0 }
    const summary = { ...sampleSummary(), s60: 0.02 }
    const lines = labels(trayView(input(market('66000.00', 1_000, { summary }), { user }), EN))
    expect(lines.filter((label) => /^(Call|Make) /.test(label))).toEqual([
      expect.stringMatching(/^Call ▲ Up, above 69,300 · \+\d+ \/ −\d+…$/),
      expect.stringMatching(/^Call ■ Steady, 62,700 to 69,300 · \+\d+ \/ −\d+…$/),
      expect.stringMatching(/^Call ▼ Down, below 62,700 · \+\d+ \/ −\d+…$/),
      'Make a call with a note',
    ])
    const stale = labels(trayView(input(market('66000.00', 61_000, { summary }), { user }), EN))
    expect(stale).toContain('Call ▲ Up, above 69,300…')
  })

  test('shows a session that the server has not confirmed yet', () => {
    const lines = labels(trayView(input(market('1'), { user: 'unknown' }), EN))
    expect(lines).toContain('Signed in, waiting for the server')
    expect(lines).not.toContain('You are not signed in')
  })

  test('counts down in minutes across the end of the round', () => {
    const monday = Date.UTC(2026, 10, 23)
    const at = (now: number) => labels(trayView(input(market('1'), { now }), EN))
    expect(at(monday - 3_660_000)).toContain('Open round: closes in 1h 1m')
    expect(at(monday - 60_000)).toContain('Open round: closes in 1m')
    expect(at(monday - 59_999)).toContain('Open round: closes in less than a minute')
    expect(at(monday)).toContain('Open round: closes in 3d')
  })

  test('shows no round before the first server data', () => {
    const view = market(null, 0, { summary: null, link: 'connecting', receivedAt: null })
    expect(labels(trayView(input(view), EN))[0]).toBe('No price yet')
    expect(labels(trayView(input(view), EN)).join()).not.toContain('round:')
  })

  test('checks the active settings', () => {
    const settings = { ...SETTINGS, isMiniOpen: true }
    const checks = trayView(input(market('1'), { settings }), EN).menu.flatMap((line) =>
      line.kind === 'line' && line.isOn !== undefined ? [[line.label, line.isOn]] : [],
    )
    expect(checks).toEqual([
      ['Mini ticker', true],
      ['Mute alerts', false],
    ])
  })
})

describe('untilNextChange', () => {
  test.each([
    ['a live price becomes delayed', 4_000, 1, 6_000],
    ['a delayed one becomes stale', 30_000, 1, 30_000],
    ['the age reaches the next minute', 70_000, 1, 50_000],
    ['the countdown reaches the next minute', 1_000, 59_500, 501],
    ['the countdown shows a whole minute', 1_000, 60_000, 1],
  ])('is the time until %s', (_, age, past, wait) => {
    const now = SAMPLE_NOW + past
    const view = { ...market('1'), price: samplePrice('1', past - age) }
    expect(untilNextChange(view, now)).toBe(wait)
  })

  test('is the exact time of the next change', () => {
    for (let age = 0; age < 200_000; age += 7_919) {
      const now = SAMPLE_NOW + age
      const view = market('66000.00', age)
      const wait = untilNextChange(view, now)
      const shown = (at: number) => trayView(input(view, { now: at }), EN)
      expect(shown(now + wait - 1)).toEqual(shown(now))
      expect(shown(now + wait)).not.toEqual(shown(now))
    }
  })
})
