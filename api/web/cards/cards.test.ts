import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { LOCALES } from '#shared/i18n/locale.ts'
import {
  RECORD_SAMPLES,
  ROUND_SAMPLES,
  VOTE_SAMPLES,
  WEEK_SAMPLES,
} from '#tests/support/card-samples.ts'
import { recordCard, roundCard, siteCard, voteCard } from './cards.ts'
import { CARD_CHARACTERS } from './characters.ts'
import type { CardElement, CardNode } from './element.ts'
import { BAND, COLORS } from './theme.ts'
import { weekCard } from './week-card.ts'

function textsOf(node: CardNode): string[] {
  if (typeof node === 'string') return [node]
  return (node.props.children ?? []).flatMap(textsOf)
}

const cards: [name: string, CardElement][] = LOCALES.flatMap((locale) => {
  const options = { locale, host: 'tidemark.example:3000' }
  const named = (name: string, card: CardElement): [string, CardElement] => [
    `${name} ${locale}`,
    card,
  ]
  return [
    named('site', siteCard(options)),
    ...Object.entries(ROUND_SAMPLES).map(([name, round]) => named(name, roundCard(round, options))),
    ...Object.entries(VOTE_SAMPLES).map(([name, { vote, round }]) => {
      const of = ROUND_SAMPLES[round]
      if (!of) throw new Error(round)
      return named(name, voteCard(vote, of, options))
    }),
    ...Object.entries(RECORD_SAMPLES).map(([name, one]) => named(name, recordCard(one, options))),
    ...Object.entries(WEEK_SAMPLES).map(([name, one]) => named(name, weekCard(one, options))),
  ]
})

test.each(cards)('%s: the font has every character', (_, card) => {
  const missing = [...textsOf(card).join('')].filter((each) => !CARD_CHARACTERS.includes(each))
  expect(missing).toEqual([])
})

const wordsOf = (name: string) =>
  textsOf(cards.find(([one]) => one === name)?.[1] ?? '').join(' | ')

test('a call shows direction, points, code and result', () => {
  expect(wordsOf('won en-US')).toContain(
    'Up | above 70,613 | Call by #7GX2QK | Round of Thu, Nov 19, 2026',
  )
  expect(wordsOf('won en-US')).toContain(
    '+226 if right · −44 if wrong | Result | Right +226 points',
  )
  expect(wordsOf('lost ko-KR')).toContain('빗나감 −44점')
  expect(wordsOf('void en-US')).toContain('Void round')
  expect(wordsOf('open en-US')).toContain('Awaiting result')
  expect(wordsOf('unknown en-US')).toMatch(/No points locked in.*No result$/)
})

test('a changed call shows the points that its result will give', () => {
  expect(wordsOf('changed en-US')).toContain('Locked in | +176 if right · −94 if wrong')
  expect(wordsOf('withdrawn en-US')).toContain('Locked in | −20 points carried over')
  expect(wordsOf('withdrawn ko-KR')).toContain('적용 점수 | 이월 −20점')
})

test('a week shows whose it is, points, settled calls and the change of the rank', () => {
  expect(wordsOf('a week en-US')).toContain(
    'Minji #7GX2QK | Week 48 of 2026 | Mon, Nov 23, 2026 – Sun, Nov 29, 2026',
  )
  expect(wordsOf('a week en-US')).toContain('Up | above 70,613 | +226')
  expect(wordsOf('a week en-US')).toEndWith(
    'Right | 1 of 1 | Rank before | rank 1,234 | Rank after | rank 87',
  )
  expect(wordsOf('a week ko-KR')).toContain('2026년 48주')
  expect(wordsOf('an empty week ko-KR')).toMatch(/#7GX2QK .*결과가 나온 예측이 없습니다/)
})

test('a round shows its band, prices and outcome', () => {
  expect(wordsOf('up en-US')).toContain('+5% 70,613 | 67,250 | −5% 63,888')
  expect(wordsOf('up en-US')).toContain('71,891 (+6.90%) | Crowd’s pick | Steady · wrong')
  expect(wordsOf('up en-US')).toContain('Up | above +5%')
  expect(wordsOf('steady ko-KR')).toContain('보합 | ±5% 이내')
  expect(wordsOf('live ko-KR')).toContain('접수 중 · 월요일 00:00 UTC 마감')
})

test('a record shows points, right calls, rank and the words of the skill test', () => {
  expect(wordsOf('ranked en-US')).toContain('Record: Unlikely to be luck alone')
  expect(wordsOf('ranked en-US')).toContain(
    '+1,284 | Right | 14 of 22 · 64% | Season 2026Q4 | rank 3',
  )
  expect(wordsOf('empty en-US')).toContain('No settled call yet')
})

/** Code points of a WOFF file: its table `cmap`, format 4 (W3C WOFF 1.0; OpenType 1.9). */
function codePointsOf(file: Buffer): Set<number> {
  const entry = Array.from({ length: file.readUInt16BE(12) }, (_, index) => 44 + 20 * index).find(
    (at) => file.toString('latin1', at, at + 4) === 'cmap',
  )
  if (entry === undefined) throw new Error('no cmap')
  const [start, size, whole] = [4, 8, 12].map((at) => file.readUInt32BE(entry + at))
  const stored = file.subarray(start, (start ?? 0) + (size ?? 0))
  const cmap = size === whole ? stored : inflateSync(stored)
  const found = new Set<number>()
  for (let table = 0; table < cmap.readUInt16BE(2); table++) {
    const at = cmap.readUInt32BE(4 + 8 * table + 4)
    if (cmap.readUInt16BE(at) !== 4) continue
    const bytes = cmap.readUInt16BE(at + 6)
    for (let segment = 0; segment < bytes; segment += 2) {
      const end = cmap.readUInt16BE(at + 14 + segment)
      const from = cmap.readUInt16BE(at + 16 + bytes + segment)
      for (let code = from; code <= end && code < 0xffff; code++) found.add(code)
    }
  }
  return found
}

test.each([400, 700])('the font of weight %i is small and has the characters', (weight) => {
  const file = readFileSync(new URL(`./fonts/noto-sans-kr-${weight}.woff`, import.meta.url))
  const points = codePointsOf(file)
  const missing = [...CARD_CHARACTERS].filter((each) => !points.has(each.codePointAt(0) ?? 0))
  expect(missing).toEqual([])
  expect(file.length).toBeLessThan(30_000)
})

test('the colors are those of the dark theme', () => {
  const css = readFileSync(
    new URL('../../../desktop/renderer/app/styles/tokens.css', import.meta.url),
    'utf8',
  )
  for (const [name, color] of Object.entries(COLORS)) {
    const dark = new RegExp(`--${name}: light-dark\\([^,]+, (#\\w+)\\)`).exec(css)?.[1]
    expect([name, dark]).toEqual([name, color])
  }
  const mixed = [1, 3, 5].map((at) => {
    const [steady, surface] = [COLORS.steady, COLORS.surface].map((one) =>
      Number.parseInt(one.slice(at, at + 2), 16),
    )
    return Math.round(0.11 * (steady ?? 0) + 0.89 * (surface ?? 0))
      .toString(16)
      .padStart(2, '0')
  })
  expect(`#${mixed.join('')}`).toBe(BAND)
})
