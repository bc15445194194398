import { expect, test } from 'bun:test'
import { createOpenExternal, setSpellCheckLanguages } from './pages.ts'

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

test('opens only links, one at a time', async () => {
  const opened: string[] = []
  let time = 0
  const open = createOpenExternal({
    openExternal: async (address) => {
      opened.push(address)
      throw new Error('no program for it')
    },
    now: () => time,
  })
  open('file:///etc/passwd')
  open('https://a.example/')
  open('https://b.example/')
  time = 499
  open('https://c.example/')
  time = 500
  open('mailto:contact@tidemark.app')
  await Promise.resolve()
  expect(opened).toEqual(['https://a.example/', 'mailto:contact@tidemark.app'])
})
