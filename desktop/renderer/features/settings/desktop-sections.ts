import { DEFAULT_SETTINGS, type DesktopSettings } from '#desktop/bridge/settings.ts'

const defaults = DEFAULT_SETTINGS

/**
 * Defaults of the settings of the app by section. Language, theme and error reports belong to the
 * interface; the price levels are the user's data, which no reset deletes.
 */
export const SECTION_DEFAULTS = {
  alerts: {
    alerts: defaults.alerts,
    isMuted: defaults.isMuted,
    sounds: defaults.sounds,
    soundVolume: defaults.soundVolume,
    isSoundRepeated: defaults.isSoundRepeated,
    hasQuietHours: defaults.hasQuietHours,
  },
  mini: {
    isMiniOpen: defaults.isMiniOpen,
    miniSize: defaults.miniSize,
    miniOpacity: defaults.miniOpacity,
    isMiniLocked: defaults.isMiniLocked,
    isMiniClickThrough: defaults.isMiniClickThrough,
    miniHiddenHours: defaults.miniHiddenHours,
  },
  app: {
    startAtLogin: defaults.startAtLogin,
    isMainPinned: defaults.isMainPinned,
    isChartPinned: defaults.isChartPinned,
    hasCallBadge: defaults.hasCallBadge,
    globalShortcut: defaults.globalShortcut,
    tickerShortcut: defaults.tickerShortcut,
    voteShortcut: defaults.voteShortcut,
    muteShortcut: defaults.muteShortcut,
    hasDockIcon: defaults.hasDockIcon,
    hasHardwareAcceleration: defaults.hasHardwareAcceleration,
    startScreen: defaults.startScreen,
    trayText: defaults.trayText,
    hasTrayDigits: defaults.hasTrayDigits,
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
