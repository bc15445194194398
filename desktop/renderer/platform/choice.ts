import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Preferences } from './platform.ts'

/** One thing a person may choose, kept for the next visit and the same in every window. */
export interface Choice<Value> {
  store: StoreApi<Value>
  choose(value: Value): void
  /** Forgets the choice; what holds without one holds again. */
  reset(): void
}

interface ChoiceParts<Value> {
  preferences: Preferences
  key: string
  /** What holds, given what is kept. */
  read: (kept: string | null) => Value
  write: (value: Value) => string
}

/** Makes a choice out of what is kept under `key`. */
export function createChoice<Value>(parts: ChoiceParts<Value>): Choice<Value> {
  const { preferences, key, read, write } = parts
  const known = () => read(preferences.read(key))
  const store = createStore(() => known())
  preferences.onForeignChange(key, () => store.setState(known(), true))
  return {
    store,
    choose(value) {
      preferences.write(key, write(value))
      store.setState(value, true)
    },
    reset() {
      preferences.forget(key)
      store.setState(read(null), true)
    },
  }
}
