import type { StoreApi } from 'zustand/vanilla'
import type { DesktopSettings } from '#desktop/bridge/settings.ts'
import type { Locale } from '#shared/i18n/locale.ts'

/** What a person chose about the app, kept in a file. */
export interface AppSettings {
  store: StoreApi<DesktopSettings>
  /** Takes over some of them and answers all. */
  write(part: Partial<DesktopSettings>): DesktopSettings
  /** The chosen language, else the system's. */
  locale(): Locale
}
