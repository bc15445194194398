import { expect, test } from 'bun:test'
import { coreTexts } from '#shared/i18n/core.ts'
import { translator } from '#shared/i18n/text.ts'
import { MINUTE_MS } from '#shared/rules/time.ts'
import { spanText } from './live-time.tsx'

const english = translator(coreTexts, 'en-US')

test.each([
  [3 * 1440 * MINUTE_MS + 5 * MINUTE_MS, '3 d 5 m'],
  [16 * 60 * MINUTE_MS + 39 * MINUTE_MS + 59_999, '16 h 39 m'],
  [MINUTE_MS, '1 m'],
  [MINUTE_MS - 1, '60 s'],
  [1, '1 s'],
])('a span of %d ms has no zero units', (span, text) => {
  expect(spanText(english, span).replaceAll('\u00a0', ' ')).toBe(text)
})

test('a span in Korean', () => {
  expect(spanText(translator(coreTexts, 'ko-KR'), 61 * MINUTE_MS)).toBe('1시간 1분')
})
