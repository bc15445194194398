import { expect, test } from 'bun:test'
import { allTexts, type FoundText } from '#tests/support/interface-texts.ts'

/** Placeholders are named for the code. */
const texts = (await allTexts()).map((found) => {
  return { ...found, text: found.text.replaceAll(/\{\w+\}/g, '{}') }
})

interface WordRule {
  name: string
  locale: FoundText['locale']
  forbidden: RegExp
  /** Texts that may have it. */
  except?: readonly string[]
}

/** Messages and labels in the words of the specification. */
const SPECIFIED = [
  'Vote',
  'Vote saved.',
  'Please select a vote direction.',
  'Failed to load vote post list.',
  'An error occurred while saving the vote.',
  'Vote failed due to server error.',
  'You have already voted. You can only vote once per period.',
]

const rules: WordRule[] = [
  { name: 'has no space before a percent sign', locale: 'en-US', forbidden: /\s%/ },
  { name: 'has no space before a percent sign in Korean', locale: 'ko-KR', forbidden: /\s%/ },
  {
    name: 'says when a round settles, not its target',
    locale: 'en-US',
    forbidden: /\btargets?\b/i,
  },
  {
    name: 'says call, not vote, but for the words of the specification',
    locale: 'en-US',
    forbidden: /\bvot(e|es|ed|er|ers|ing)\b/i,
    except: SPECIFIED,
  },
  { name: 'says 예측, not 투표', locale: 'ko-KR', forbidden: /투표/ },
  { name: 'has the Korean terms', locale: 'ko-KR', forbidden: /영수증|제안|다수 의견|\(으\)로/ },
  {
    name: 'calls an open round 접수 중',
    locale: 'ko-KR',
    forbidden: /진행 중인 라운드|열린 라운드/,
  },
  {
    name: 'says 확정가 beside 기준가',
    locale: 'ko-KR',
    forbidden: /결과 가격|확정 가격|기준 가격/,
  },
  { name: 'names no expected points', locale: 'ko-KR', forbidden: /예상 점수/ },
  { name: 'says 약관 위반', locale: 'ko-KR', forbidden: /(규칙|원칙) 위반/ },
  { name: 'says 결과 시각, not 목표 시각', locale: 'ko-KR', forbidden: /목표/ },
]

test('the texts of every part of the interface are found', () => {
  const files = new Set(texts.map(({ file }) => file))
  for (const file of [
    'core.ts',
    'notifications.ts',
    'desktop/tray.ts',
    'legal/terms',
    'error-text',
  ])
    expect([...files]).toContainEqual(expect.stringContaining(file))
  expect(texts.length).toBeGreaterThan(2500)
})

test('HIT and MISS stand in the list of votes only, and the rules explain them', () => {
  const found = texts.filter(({ text }) => /\b(HIT|MISS)\b/.test(text))
  expect([...new Set(found.map(({ file, key }) => `${file} ${key}`))].sort()).toEqual([
    'legal/terms .sections.points.blocks.2',
    'screens/rules.ts settle.words',
    'screens/votes.ts result.HIT',
    'screens/votes.ts result.MISS',
  ])
})

test('no text names a direction without its level, but where the colors are chosen', () => {
  const names = {
    'en-US': /(?<!Page )\b(Up(?! to)|Steady|Down)\b|\bsteady\b/,
    'ko-KR': /상승|보합|하락/,
  }
  const found = texts.filter(
    ({ locale, key, text }) =>
      names[locale].test(text) && !/±?5%/.test(text) && !key.startsWith('direction.'),
  )
  expect([...new Set(found.map(({ file, key }) => `${file} ${key}`))]).toEqual([
    'screens/settings.ts colors.question',
  ])
})

test.each(rules)('every text $name', ({ locale, forbidden, except = [] }) => {
  const wrong = texts.filter(
    (found) =>
      found.locale === locale && forbidden.test(found.text) && !except.includes(found.text),
  )
  expect(wrong.map(({ file, key, text }) => `${file} ${key}: ${text}`)).toEqual([])
})
