import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Conf from 'conf'
import { DEFAULT_SETTINGS } from '#desktop/bridge/settings.ts'
import { openJsonFile } from './json-file.ts'
import { createAppSettings, onSettingChange } from './settings.ts'

const root = mkdtempSync(join(tmpdir(), 'tidemark-settings-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let count = 0

/** electron-store without the Electron that it asks for its folder. */
class Store extends Conf {
  constructor({ name, cwd }: { name: string; cwd: string }) {
    super({ configName: name, cwd })
  }
}

function opened(text?: string, folder = join(root, String(count++))) {
  const path = join(folder, 'settings.json')
  const warnings: string[] = []
  const open = () =>
    openJsonFile({ Store, folder, name: 'settings', warn: (message) => warnings.push(message) })
  if (text !== undefined) {
    open().write({})
    writeFileSync(path, text)
  }
  return { file: open(), open, path, warnings, folder }
}

const settingsOf = (text?: string, locales = ['ko-KR']) => {
  const kept = opened(text)
  return { ...kept, settings: createAppSettings({ file: kept.file, systemLocales: () => locales }) }
}

describe('what was chosen', () => {
  test('is what the product says until then', () => {
    expect(settingsOf().settings.store.getState()).toEqual(DEFAULT_SETTINGS)
  })

  test('outlives the app', () => {
    const { settings, open } = settingsOf()
    const written = settings.write({ isMuted: true, levelPrice: '70000.5' })
    expect(written).toEqual({ ...DEFAULT_SETTINGS, isMuted: true, levelPrice: '70000.5' })
    const again = createAppSettings({ file: open(), systemLocales: () => [] })
    expect(again.store.getState()).toEqual(written)
  })

  test('is told once, and not when nothing changed', () => {
    const { settings } = settingsOf()
    let told = 0
    settings.store.subscribe(() => told++)
    settings.write({ isMuted: true })
    settings.write({ isMuted: true, alerts: { ...DEFAULT_SETTINGS.alerts } })
    settings.write({})
    expect(told).toBe(1)
  })

  test('is read setting by setting: what does not fit is as if it had never been chosen', () => {
    const { settings } = settingsOf(
      JSON.stringify({
        isMuted: true,
        levelPrice: 70000,
        locale: 'fr-FR',
        alerts: { opened: false },
        startAtLogin: 'yes',
        isMiniOpen: true,
        refreshToken: 'secret',
      }),
    )
    expect(settings.store.getState()).toEqual({
      ...DEFAULT_SETTINGS,
      isMuted: true,
      isMiniOpen: true,
    })
  })

  test.each(['', '{', '[]', 'null', '"text"', '{"isMuted":tru'])(
    'a file that holds %p is no reason not to start',
    (text) => {
      const { settings, open } = settingsOf(text)
      expect(settings.store.getState()).toEqual(DEFAULT_SETTINGS)
      settings.write({ isMuted: true })
      expect(open().read()).toMatchObject({ isMuted: true })
    },
  )

  test('a broken file is put aside', () => {
    const { folder, warnings } = opened('{ "isMuted": tru')
    expect(readFileSync(join(folder, 'settings.broken.json'), 'utf8')).toBe('{ "isMuted": tru')
    expect(warnings).toEqual(['settings.json cannot be read and is put aside'])
  })

  test('where nothing can be kept the choice holds until the app ends', () => {
    writeFileSync(join(root, 'a-file'), '')
    const { file } = opened(undefined, join(root, 'a-file', 'inside'))
    const settings = createAppSettings({ file, systemLocales: () => [] })
    expect(settings.write({ isMuted: true }).isMuted).toBe(true)
    expect(settings.store.getState().isMuted).toBe(true)
  })
})

test.each([
  [null, ['ko-KR', 'en-US'], 'ko-KR'],
  [null, ['ko'], 'ko-KR'],
  [null, ['en-GB', 'ko-KR'], 'en-US'],
  [null, ['fr-FR'], 'en-US'],
  [null, [], 'en-US'],
  ['en-US', ['ko-KR'], 'en-US'],
  ['ko-KR', ['en-US'], 'ko-KR'],
] as const)('chosen %p on a system in %j: %s', (locale, locales, expected) => {
  const { settings } = settingsOf(undefined, [...locales])
  settings.write({ locale })
  expect(settings.locale()).toBe(expected)
})

test('one setting is watched apart from the others', () => {
  const { settings } = settingsOf()
  const heard: boolean[] = []
  const stop = onSettingChange(settings, 'isMiniOpen', (isOpen) => heard.push(isOpen))
  settings.write({ isMuted: true })
  settings.write({ isMiniOpen: true })
  settings.write({ isMiniOpen: true, isMuted: false })
  settings.write({ isMiniOpen: false })
  stop()
  settings.write({ isMiniOpen: true })
  expect(heard).toEqual([true, false])
})
