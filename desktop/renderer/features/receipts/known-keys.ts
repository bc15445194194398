import type { Preferences } from '#desktop/renderer/platform/platform.ts'

type Store = Pick<Preferences, 'read' | 'write'>

const NAME = 'receipt-keys'

const knownKeys = (store: Store) => (store.read(NAME) ?? '').split('\n').filter(Boolean)

/** Remembers fingerprints of keys as the site's in this browser or app. */
export function rememberKeys(store: Store, fingerprints: readonly string[]): void {
  store.write(NAME, [...new Set([...knownKeys(store), ...fingerprints])].join('\n'))
}

/** `first`: no key was seen before, and these are remembered. `unknown`: another one was. */
export type KeyState = 'first' | 'known' | 'unknown'

/** Whether the keys that signed a receipt are those that this browser or app saw before. */
export function checkKeys(store: Store, fingerprints: readonly string[]): KeyState {
  const known = knownKeys(store)
  if (known.length > 0)
    return fingerprints.every((each) => known.includes(each)) ? 'known' : 'unknown'
  rememberKeys(store, fingerprints)
  return 'first'
}
