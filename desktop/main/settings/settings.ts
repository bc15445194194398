import { isDeepStrictEqual } from 'node:util'
import { Check } from '@sinclair/typebox/value'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { DEFAULT_SETTINGS, DesktopSettings } from '#desktop/bridge/settings.ts'
import { initialLocale, type Locale } from '#shared/i18n/locale.ts'
import type { JsonFile } from './json-file.ts'

/** What a person chose about the app, kept in a file. */
export interface AppSettings {
  store: StoreApi<DesktopSettings>
  /** Takes over some of them and answers all. */
  write(part: Partial<DesktopSettings>): DesktopSettings
  /** The chosen language, else the system's. */
  locale(): Locale
}

/** What is kept, setting by setting: one that does not fit is as if it had never been chosen. */
function readSettings(kept: Record<string, unknown>): DesktopSettings {
  const fitting = Object.entries(DesktopSettings.properties)
    .filter(([name, schema]) => Check(schema, kept[name]))
    .map(([name]) => [name, kept[name]])
  const settings: unknown = { ...DEFAULT_SETTINGS, ...Object.fromEntries(fitting) }
  return Check(DesktopSettings, settings) ? settings : DEFAULT_SETTINGS
}

interface AppSettingsOptions {
  file: JsonFile
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
    locale: () => store.getState().locale ?? initialLocale(null, systemLocales()[0] ?? ''),
  }
}

/** Calls `apply` with one setting each time that very one is changed, and not before. */
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
