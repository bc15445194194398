import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Preferences } from './platform.ts'

/** A persisted setting, the same in every window. */
export interface Setting<Value> {
  store: StoreApi<Value>
  set(value: Value): void
  /** Restores the default and removes the stored value. */
  reset(): void
}

interface SettingOptions<Value> {
  preferences: Preferences
  key: string
  /** The value for what is stored; null when nothing is. */
  parse: (stored: string | null) => Value
  format: (value: Value) => string
}

export function createSetting<Value>(options: SettingOptions<Value>): Setting<Value> {
  const { preferences, key, parse, format } = options
  const load = () => parse(preferences.read(key))
  const store = createStore(load)
  preferences.onExternalChange(key, () => store.setState(load(), true))
  return {
    store,
    set(value) {
      preferences.write(key, format(value))
      store.setState(value, true)
    },
    reset() {
      preferences.remove(key)
      store.setState(parse(null), true)
    },
  }
}

/** Whether pictures in notes and posts load only on a click; off by default. */
export function createPictureSetting(preferences: Preferences): Setting<boolean> {
  return createSetting({
    preferences,
    key: 'picturesOnClick',
    parse: (stored) => stored === 'on',
    format: (isOn) => (isOn ? 'on' : 'off'),
  })
}
