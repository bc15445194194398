import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Conf from 'conf'
import { DEFAULT_SETTINGS, type PriceLevel } from '#desktop/bridge/settings.ts'
import { openJsonFile } from './json-file.ts'
import { createAppSettings, onSettingChange } from './settings.ts'

const root = mkdtempSync(join(tmpdir(), 'tidemark-settings-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let count = 0

/** electron-store without Electron, which provides its folder. */
class Store extends Conf {
  constructor({ name, cwd }: { name: string; cwd: string }) {
    super({ configName: name, cwd })
  }
}

function openFile(text?: string, folder = join(root, String(count++))) {
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
  const result = openFile(text)
  return {
    ...result,
    settings: createAppSettings({ file: result.file, systemLocales: () => locales }),
  }
}

describe('createAppSettings', () => {
  test('starts with the defaults', () => {
    expect(settingsOf().settings.store.getState()).toEqual(DEFAULT_SETTINGS)
  })

  test('persists changes', () => {
    const { settings, open } = settingsOf()
    const levels: PriceLevel[] = [
      { price: '70000.5', note: 'entry', isOnce: true, sound: 'default' },
    ]
    const written = settings.write({ isMuted: true, levels })
    expect(written).toEqual({ ...DEFAULT_SETTINGS, isMuted: true, levels })
    const again = createAppSettings({ file: open(), systemLocales: () => [] })
    expect(again.store.getState()).toEqual(written)
  })

  test('notifies once per change, and not without one', () => {
    const { settings } = settingsOf()
    let notifications = 0
    settings.store.subscribe(() => notifications++)
    settings.write({ isMuted: true })
    settings.write({ isMuted: true, alerts: { ...DEFAULT_SETTINGS.alerts } })
    settings.write({})
    expect(notifications).toBe(1)
  })

  test('replaces each invalid setting by its default', () => {
    const { settings } = settingsOf(
      JSON.stringify({
        isMuted: true,
        levels: [{ price: 70000 }],
        locale: 'fr-FR',
        alerts: { band: false },
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

  test('takes over the price level of earlier versions', () => {
    const { settings } = settingsOf(JSON.stringify({ levelPrice: '70000.5' }))
    expect(settings.store.getState().levels).toEqual([
      { price: '70000.5', note: '', isOnce: false, sound: 'default' },
    ])
    const levels: PriceLevel[] = [{ price: '65000', note: '', isOnce: true, sound: 'silent' }]
    const both = settingsOf(JSON.stringify({ levelPrice: '70000.5', levels }))
    expect(both.settings.store.getState().levels).toEqual(levels)
  })

  test('gives the price levels of earlier versions a sound for their switch', () => {
    const level = (price: string, isSilent: boolean) => ({
      price,
      note: 'entry',
      isOnce: true,
      isSilent,
    })
    const stored = { levels: [level('70000', true), level('65000.5', false)], isMuted: true }
    const { settings } = settingsOf(JSON.stringify(stored))
    expect(settings.store.getState()).toEqual({
      ...DEFAULT_SETTINGS,
      isMuted: true,
      levels: [
        { price: '70000', note: 'entry', isOnce: true, sound: 'silent' },
        { price: '65000.5', note: 'entry', isOnce: true, sound: 'default' },
      ],
    })
  })

  test.each(['', '{', '[]', 'null', '"text"', '{"isMuted":tru'])(
    'starts with the defaults when the file contains %p',
    (text) => {
      const { settings, open } = settingsOf(text)
      expect(settings.store.getState()).toEqual(DEFAULT_SETTINGS)
      settings.write({ isMuted: true })
      expect(open().read()).toMatchObject({ isMuted: true })
    },
  )

  test('renames a broken file', () => {
    const { folder, warnings } = openFile('{ "isMuted": tru')
    expect(readFileSync(join(folder, 'settings.broken.json'), 'utf8')).toBe('{ "isMuted": tru')
    expect(warnings).toEqual(['settings.json cannot be read and is put aside'])
  })

  test('keeps changes in memory when the file cannot be written', () => {
    writeFileSync(join(root, 'a-file'), '')
    const { file } = openFile(undefined, join(root, 'a-file', 'inside'))
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
] as const)('setting %p on a system in %j gives %s', (locale, locales, expected) => {
  const { settings } = settingsOf(undefined, [...locales])
  settings.write({ locale })
  expect(settings.locale()).toBe(expected)
})

test('onSettingChange reports changes of one setting only', () => {
  const { settings } = settingsOf()
  const changes: boolean[] = []
  const stop = onSettingChange(settings, 'isMiniOpen', (isOpen) => changes.push(isOpen))
  settings.write({ isMuted: true })
  settings.write({ isMiniOpen: true })
  settings.write({ isMiniOpen: true, isMuted: false })
  settings.write({ isMiniOpen: false })
  stop()
  settings.write({ isMiniOpen: true })
  expect(changes).toEqual([true, false])
})
