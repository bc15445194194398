import { expect, test } from 'bun:test'
import { DEFAULT_SETTINGS } from '#desktop/bridge/settings.ts'
import { SECTION_DEFAULTS } from './desktop-sections.ts'

test('every setting of the app is reset by one section, but for those of others and the levels', () => {
  const reset = Object.values(SECTION_DEFAULTS).flatMap((part) => Object.keys(part))
  const others = ['locale', 'theme', 'hasErrorReports', 'levels']
  expect([...reset, ...others].sort()).toEqual(Object.keys(DEFAULT_SETTINGS).sort())
})
