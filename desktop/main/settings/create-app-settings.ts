import { isDeepStrictEqual } from 'node:util'
import { Check } from '@sinclair/typebox/value'
import { createStore } from 'zustand/vanilla'
import { DEFAULT_SETTINGS, DesktopSettings } from '#desktop/bridge/settings.ts'
import { firstLocale } from '#shared/i18n/locale.ts'
import type { AppSettings } from './app-settings.ts'
import type { KeptFile } from './kept-file.ts'

/** What is kept, setting by setting: one that does not fit is as if it had never been chosen. */
function readSettings(kept: Record<string, unknown>): DesktopSettings {
  const fitting = Object.entries(DesktopSettings.properties)
    .filter(([name, schema]) => Check(schema, kept[name]))
    .map(([name]) => [name, kept[name]])
  const settings: unknown = { ...DEFAULT_SETTINGS, ...Object.fromEntries(fitting) }
  return Check(DesktopSettings, settings) ? settings : DEFAULT_SETTINGS
}

interface AppSettingsOptions {
  file: KeptFile
  /** The languages of the system, the most wanted first, such as `ko-KR`. */
  systemLocales: () => string[]
}

/** The settings as they are kept in `file`, else what holds until something is chosen. */
export function createAppSettings({ file, systemLocales }: AppSettingsOptions): AppSettings {
  const store = createStore(() => readSettings(file.read()))
  return {
    store,
    write(part) {
      const next = { ...store.getState(), ...part }
      if (isDeepStrictEqual(next, store.getState())) return store.getState()
      file.write(next)
      store.setState(next, true)
      return next
    },
    locale: () => store.getState().locale ?? firstLocale(null, systemLocales()[0] ?? ''),
  }
}
