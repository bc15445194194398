import type { DesktopSettings } from '#desktop/bridge/settings.ts'
import type { AppSettings } from './app-settings.ts'

/** Calls `apply` with one setting each time that very one is changed, and not before. */
export function watchSetting<Name extends keyof DesktopSettings>(
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
