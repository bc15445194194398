import { describe, expect, test } from 'bun:test'
import { VOTE_CHOICES } from '#shared/rules/band.ts'
import { directionText, levelText, standingOf } from './direction.ts'
import { createFormat } from './format.ts'
import type { Locale } from './locale.ts'
import { marketTexts } from './market.ts'
import { translator } from './text.ts'

const wordsOf = (locale: Locale) => ({
  t: translator(marketTexts, locale),
  format: createFormat(locale, 'UTC'),
})
const [english, korean] = [wordsOf('en-US'), wordsOf('ko-KR')]
const REFERENCE = '94311.57'

describe('a direction', () => {
  test('stands with its level', () => {
    expect(VOTE_CHOICES.map((choice) => directionText(english, choice, REFERENCE))).toEqual([
      '▲ Up, above 99,027',
      '■ Steady, 89,596 to 99,027',
      '▼ Down, below 89,596',
      '?? Unknown',
    ])
    expect(VOTE_CHOICES.map((choice) => directionText(korean, choice, REFERENCE))).toEqual([
      '▲ 상승, 99,027 초과',
      '■ 보합, ±5% 이내(89,596~99,027)',
      '▼ 하락, 89,596 미만',
      '?? 모름',
    ])
  })

  test('has its level in percent while the reference price is unknown', () => {
    for (const missing of [null, undefined])
      expect(VOTE_CHOICES.map((choice) => levelText(english, choice, missing))).toEqual([
        'above +5%',
        'within ±5%',
        'below −5%',
        null,
      ])
    expect(directionText(korean, 'steady', null)).toBe('■ 보합, ±5% 이내')
  })
})

describe('an open call', () => {
  const at = (price: string) => ({ price, refPrice: '100' })

  test('is right at a price inside its level', () => {
    expect(standingOf(english, 'up', at('105.01'))).toEqual({
      isRight: true,
      text: 'right at this price',
    })
    expect(standingOf(korean, 'steady', at('95')).text).toBe('현재 가격이면 적중')
  })

  test.each([
    ['up', '99.4318', 'needs +5.6% (105)'],
    ['down', '100', 'needs −5.0% (95)'],
    ['steady', '110', 'needs −4.5% (105)'],
    ['steady', '90', 'needs +5.6% (95)'],
    ['up', '104.95', 'needs +0.05% (105)'],
  ] as const)('for %s at %s %s', (direction, price, text) => {
    expect(standingOf(english, direction, at(price))).toEqual({ isRight: false, text })
  })
})
