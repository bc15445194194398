import { DEFAULT_SETTINGS, type DesktopSettings } from '#desktop/bridge/settings.ts'

const d = DEFAULT_SETTINGS

/**
 * Defaults of the settings of the app by section. Language and theme belong to the interface; the price
 * levels are the user's data, which no reset deletes.
 */
export const SECTION_DEFAULTS = {
  alerts: { alerts: d.alerts, isMuted: d.isMuted },
  mini: {
    isMiniOpen: d.isMiniOpen,
    miniSize: d.miniSize,
    miniOpacity: d.miniOpacity,
    isMiniLocked: d.isMiniLocked,
  },
  app: {
    startAtLogin: d.startAtLogin,
    isMainPinned: d.isMainPinned,
    isChartPinned: d.isChartPinned,
    hasCallBadge: d.hasCallBadge,
    globalShortcut: d.globalShortcut,
    startScreen: d.startScreen,
    trayText: d.trayText,
  },
} satisfies Record<string, Partial<DesktopSettings>>

export type Section = keyof typeof SECTION_DEFAULTS

export const ALL_DEFAULTS: Partial<DesktopSettings> = {
  ...SECTION_DEFAULTS.alerts,
  ...SECTION_DEFAULTS.mini,
  ...SECTION_DEFAULTS.app,
}

/** Id of a section's element, for the index. */
export const sectionId = (section: Section): string => `settings-${section}`
