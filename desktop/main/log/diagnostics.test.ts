import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_SETTINGS } from '#desktop/bridge/settings.ts'
import { diagnosticsText } from './diagnostics.ts'

const logFolder = mkdtempSync(join(tmpdir(), 'tidemark-diagnostics-'))
afterAll(() => rmSync(logFolder, { recursive: true }))

const FACTS = {
  version: '1.2.3',
  isPackaged: true,
  system: 'linux',
  release: '6.1',
  arch: 'x64',
  isWayland: true,
  versions: { electron: '45.4.1', chrome: '140', node: '24.9.0' },
  link: 'live',
  settings: DEFAULT_SETTINGS,
  logFolder,
} as const

test('a report has versions, system, settings and the end of the log', () => {
  const lines = Array.from({ length: 200 }, (_, index) => `line ${index}`)
  writeFileSync(join(logFolder, 'main.log'), `${lines.join('\n')}\n`)
  const text = diagnosticsText(FACTS)
  expect(text).toStartWith('Tidemark 1.2.3\nSystem: linux 6.1 x64, Wayland\nElectron 45.4.1,')
  expect(text).toContain('"isMuted":false')
  expect(text).toContain('\nline 120\n')
  expect(text).not.toContain('line 119\n')
  expect(text).toEndWith('line 199\n')
})

test('a report does without a log', () => {
  expect(diagnosticsText({ ...FACTS, logFolder: join(logFolder, 'none') })).toContain('Tidemark')
})

test('a report has the number of price levels, neither prices nor notes', () => {
  const level = { price: '98765', note: 'All out', isOnce: true, sound: 'default' } as const
  const text = diagnosticsText({ ...FACTS, settings: { ...DEFAULT_SETTINGS, levels: [level] } })
  expect(text).toContain('"levels":1')
  expect(text).not.toMatch(/98765|All out/)
})
