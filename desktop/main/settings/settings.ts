import { isDeepStrictEqual } from 'node:util'
import * as Type from '@sinclair/typebox'
import { Check } from '@sinclair/typebox/value'
import type { NativeTheme } from 'electron'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { DEFAULT_SETTINGS, DesktopSettings } from '#desktop/bridge/settings.ts'
import { Price } from '#shared/contract/common.ts'
import { initialLocale, type Locale } from '#shared/i18n/locale.ts'
import type { JsonFile } from './json-file.ts'

/** The user's settings, persisted in a file. */
export interface AppSettings {
  store: StoreApi<DesktopSettings>
  /** Changes some settings; returns all. */
  write(part: Partial<DesktopSettings>): DesktopSettings
  /** The chosen language, else the system's. */
  locale(): Locale
}

/** The single price level of earlier versions. */
function earlierLevel(price: unknown): Pick<DesktopSettings, 'levels'> | null {
  return Check(Price, price)
    ? { levels: [{ price, note: '', isOnce: false, sound: 'default' }] }
    : null
}

const EarlierLevel = Type.Object({ isSilent: Type.Boolean() })

/** Price levels, of which those of earlier versions had no sound but a switch. */
function withSounds(levels: unknown): unknown {
  if (!Array.isArray(levels)) return levels
  return levels.map((level: unknown) => {
    if (!Check(EarlierLevel, level)) return level
    const { isSilent, ...others } = level
    return { ...others, sound: isSilent ? 'silent' : 'default' }
  })
}

/** Reads setting by setting: an invalid one gets its default. */
function readSettings(stored: Record<string, unknown>): DesktopSettings {
  const current: Record<string, unknown> = { ...stored, levels: withSounds(stored.levels) }
  const valid = Object.entries(DesktopSettings.properties)
    .filter(([name, schema]) => Check(schema, current[name]))
    .map(([name]) => [name, current[name]])
  const settings: unknown = {
    ...DEFAULT_SETTINGS,
    ...earlierLevel(stored.levelPrice),
    ...Object.fromEntries(valid),
  }
  return Check(DesktopSettings, settings) ? settings : DEFAULT_SETTINGS
}

interface AppSettingsOptions {
  file: JsonFile
  /** System languages by preference, such as `ko-KR`. */
  systemLocales: () => string[]
}

/** Loads the settings from `file`, with defaults. */
export function createAppSettings({ file, systemLocales }: AppSettingsOptions): AppSettings {
  const store = createStore(() => readSettings(file.read()))
  return {
    store,
    write(part) {
      const next = { ...store.getState(), ...part }
      if (isDeepStrictEqual(next, store.getState())) return store.getState()
      file.write(next)
      store.setState(next, true)
      // A listener may have put back what the system refused.
      return store.getState()
    },
    locale: () => store.getState().locale ?? initialLocale(null, systemLocales()[0] ?? ''),
  }
}

/** Title bars, menus, dialogs and the media query of the pages follow the chosen theme. */
export function applyTheme(
  nativeTheme: Pick<NativeTheme, 'themeSource'>,
  settings: Pick<AppSettings, 'store'>,
): () => void {
  const apply = (theme: DesktopSettings['theme']) => {
    nativeTheme.themeSource = theme
  }
  apply(settings.store.getState().theme)
  return onSettingChange(settings, 'theme', apply)
}

/** Calls `apply` whenever this setting changes. */
export function onSettingChange<Name extends keyof DesktopSettings>(
  { store }: Pick<AppSettings, 'store'>,
  name: Name,
  apply: (value: DesktopSettings[Name]) => void,
): () => void {
  let last = store.getState()[name]
  return store.subscribe(() => {
    const value = store.getState()[name]
    if (Object.is(value, last)) return
    last = value
    apply(value)
  })
}
