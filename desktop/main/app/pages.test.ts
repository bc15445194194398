import { expect, test } from 'bun:test'
import { setSpellCheckLanguages } from './pages.ts'

test.each([
  ['linux', ['de', 'en-US', 'ko'], [['en-US', 'ko']]],
  ['win32', ['en-US'], [['en-US']]],
  ['linux', [], [[]]],
  ['darwin', [], []],
])('on %s with dictionaries for %j', (system, known, chosen) => {
  const set: string[][] = []
  setSpellCheckLanguages(
    {
      availableSpellCheckerLanguages: known,
      setSpellCheckerLanguages: (languages) => void set.push(languages),
    },
    system,
  )
  expect(set).toEqual(chosen)
})
