import { describe, expect, test } from 'bun:test'
import { ERRORS } from '#shared/contract/error-codes.ts'
import { allCatalogs } from '#tests/support/interface-texts.ts'
import { coreTexts } from './core.ts'
import { errorText } from './error-text.ts'
import { createFormat, offsetOf, spanParts } from './format.ts'
import { initialLocale } from './locale.ts'
import { translator } from './text.ts'

const slots = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()

describe('catalogs', () => {
  test('has every English key in Korean with the same placeholders and no empty text', async () => {
    for (const { texts } of await allCatalogs()) {
      const { 'en-US': en, 'ko-KR': ko } = texts
      expect(Object.keys(ko).sort()).toEqual(Object.keys(en).sort())
      for (const [key, text] of Object.entries(en)) {
        const translated = ko[key] ?? ''
        expect({ key, slots: slots(translated) }).toEqual({ key, slots: slots(text) })
        expect(translated.trim()).not.toBe('')
      }
    }
  })

  test('fills placeholders', () => {
    expect(translator(coreTexts, 'en-US')('best.likes', { likes: 3 })).toBe('Likes: 3')
    expect(translator(coreTexts, 'ko-KR')('best.likes', { likes: 3 })).toBe('좋아요: 3')
  })

  test('translates every error code', () => {
    for (const code of Object.keys(ERRORS)) {
      expect(errorText('en-US', code)).toBeString()
      expect(errorText('ko-KR', code)).toMatch(/[가-힣]/)
    }
    expect(errorText('en-US', 'toString')).toBeUndefined()
  })
})

describe('the initial locale', () => {
  test('is the stored one, else follows the browser', () => {
    expect(initialLocale('ko-KR', 'en-GB')).toBe('ko-KR')
    expect(initialLocale('fr-FR', 'ko')).toBe('ko-KR')
    expect(initialLocale(null, 'KO-kr')).toBe('ko-KR')
    expect(initialLocale(null, 'de')).toBe('en-US')
  })
})

describe('formats', () => {
  const instant = Date.UTC(2026, 10, 23, 0, 0, 5)

  test('formats short instants in the zone of the reader', () => {
    const [seoul, english] = [createFormat('ko-KR', 'Asia/Seoul'), createFormat('en-US', 'UTC')]
    expect(english.time(instant)).toBe('00:00')
    expect(english.weekTime(instant)).toBe('Mon 00:00')
    expect(english.shortDate(instant)).toBe('Mon, Nov 23, 00:00')
    expect(seoul.weekTime(instant)).toBe('월요일 09:00')
    expect(seoul.shortDate(instant)).toBe('11월 23일 (월) 09:00')
  })

  test('formats instants with their UTC offset', () => {
    expect(createFormat('en-US', 'Asia/Seoul').clock(instant)).toBe(
      'Mon, Nov 23, 2026, 09:00:05 (UTC+9)',
    )
    expect(createFormat('ko-KR', 'Asia/Kolkata').date(instant)).toEndWith('05:30 (UTC+5:30)')
    expect(offsetOf('America/New_York', instant)).toBe('UTC−5')
    expect(offsetOf('UTC', instant)).toBe('UTC')
  })

  test('distinguishes the two hours of one name while clocks go back', () => {
    const format = createFormat('en-US', 'America/New_York')
    const [first, second] = [5, 6].map((hour) => format.date(Date.UTC(2026, 10, 1, hour)))
    expect(first).toBe('Sun, Nov 1, 2026, 01:00 (UTC−4)')
    expect(second).toBe('Sun, Nov 1, 2026, 01:00 (UTC−5)')
  })

  test('formats ages and days for dense rows', () => {
    const [en, ko] = [createFormat('en-US', 'Asia/Seoul'), createFormat('ko-KR', 'Asia/Seoul')]
    expect([0.9, 1, 59, 60, 2879, 2880].map(en.age)).toEqual([
      'now',
      '1m ago',
      '59m ago',
      '1h ago',
      '47h ago',
      '2d ago',
    ])
    expect([0, 5, 2880].map(ko.age)).toEqual(['지금', '5분 전', '2일 전'])
    expect([en.day(instant), ko.day(instant)]).toEqual(['Nov 23', '11월 23일'])
  })

  test('rounds prices exactly beyond float precision', () => {
    const { price } = createFormat('en-US', 'UTC')
    expect(price('67250.105', 2)).toBe('67,250.11')
    expect(price('67250.5', 0)).toBe('67,251')
    expect(price('123456789012.005', 2)).toBe('123,456,789,012.01')
  })

  test('shows the sign of changes and points', () => {
    const { change, signed } = createFormat('en-US', 'UTC')
    expect([change(0.0123), change(-0.05), change(0)]).toEqual(['+1.23%', '−5.00%', '0.00%'])
    expect([signed(226), signed(-44)]).toEqual(['+226', '−44'])
  })

  test('formats ages in the largest natural unit', () => {
    const { ago } = createFormat('en-US', 'UTC')
    expect([1, 35, 119, 2879, 2880].map(ago)).toEqual([
      '1 minute ago',
      '35 minutes ago',
      '1 hour ago',
      '47 hours ago',
      '2 days ago',
    ])
    expect(createFormat('ko-KR', 'UTC').ago(35)).toBe('35분 전')
  })

  test('formats time left in its units above zero, below a minute in seconds', () => {
    const minute = 60_000
    const [en, ko] = [createFormat('en-US', 'UTC'), createFormat('ko-KR', 'UTC')]
    const spans = [((2 * 24 + 17) * 60 + 37) * minute, (3 * 1440 + 5) * minute, minute - 1, 1]
    expect(spans.map(en.span)).toEqual(['2d 17h 37m', '3d 5m', '60s', '1s'])
    expect(spans.map(ko.span)).toEqual(['2일 17시간 37분', '3일 5분', '60초', '1초'])
  })

  test('splits durations into whole days, hours and minutes', () => {
    expect(spanParts(((1 * 24 + 2) * 60 + 3) * 60_000 + 59_999)).toEqual({
      days: 1,
      hours: 2,
      minutes: 3,
    })
    expect(spanParts(-1)).toEqual({ days: 0, hours: 0, minutes: 0 })
  })
})
