import { useSyncExternalStore } from 'react'
import { useServices } from './services.ts'

/** A stored preference; null in the first render of a page that the server rendered. */
export function usePreference(key: string): string | null {
  const { preferences } = useServices().platform
  return useSyncExternalStore(
    (listener) => preferences.onExternalChange(key, listener),
    () => preferences.read(key),
    () => null,
  )
}
