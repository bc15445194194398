import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Price } from '#shared/contract/common.ts'
import { ALERT_SOUNDS } from '#shared/rules/alert-sounds.ts'

export const LocaleSchema = Type.Union([Type.Literal('ko-KR'), Type.Literal('en-US')])

/** Same values as the setting of the interface. */
const ThemeSchema = Type.Union([
  Type.Literal('system'),
  Type.Literal('light'),
  Type.Literal('dark'),
])

/** Sizes of the mini ticker: a line, a card, a card with the band and the worth of the call. */
export const MINI_SIZES = ['small', 'medium', 'large'] as const
export type MiniSize = (typeof MINI_SIZES)[number]

/** The text beside the icon in the menu bar of macOS. */
export const TRAY_TEXTS = ['price', 'change', 'countdown', 'none'] as const
export type TrayTextKind = (typeof TRAY_TEXTS)[number]

/** Settings that hold a shortcut which works in every program. */
export const SHORTCUTS = [
  'globalShortcut',
  'tickerShortcut',
  'voteShortcut',
  'muteShortcut',
] as const
export type ShortcutName = (typeof SHORTCUTS)[number]

/** An Electron accelerator; null without a shortcut. */
const shortcut = (description: string) =>
  Type.Union([Type.String({ maxLength: 64 }), Type.Null()], { description })

/** Alerts of the price; those of rounds follow the settings of the account. */
const AlertSwitches = Type.Object(
  {
    band: Type.Boolean({ description: 'The price left or entered the band of the live round' }),
    level: Type.Boolean({ description: 'The price crossed one of `levels`' }),
  },
  { additionalProperties: false },
)

/** Silence, a sound of ours, or `default`: the system's sound, and of a price level that of its kind. */
export const SOUND_CHOICES = ['default', 'silent', ...ALERT_SOUNDS] as const
const SoundChoice = Type.Union(SOUND_CHOICES.map((choice) => Type.Literal(choice)))
export type SoundChoice = Static<typeof SoundChoice>

/** Sounds of the kinds of alerts. */
const SoundChoices = Type.Object(
  {
    band: SoundChoice,
    level: SoundChoice,
    settled: SoundChoice,
    closing: SoundChoice,
    opened: SoundChoice,
  },
  { additionalProperties: false },
)

export const MAX_LEVELS = 20
export const MAX_LEVEL_NOTE = 80

/** A price whose crossing is notified. */
const PriceLevel = Type.Object(
  {
    price: Price,
    note: Type.String({ maxLength: MAX_LEVEL_NOTE }),
    isOnce: Type.Boolean({ description: 'Removed after the first notification' }),
    sound: SoundChoice,
  },
  { additionalProperties: false },
)
export type PriceLevel = Static<typeof PriceLevel>

const TimeOfDay = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })

/** Hours in local time in which the mini ticker is hidden. */
const HiddenHours = Type.Object(
  {
    isOn: Type.Boolean(),
    from: TimeOfDay,
    to: Type.String({ ...TimeOfDay, description: 'On the next day unless it is after `from`' }),
    days: Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), {
      uniqueItems: true,
      description: 'Weekdays on which the hours begin; 0 is Sunday',
    }),
  },
  { additionalProperties: false },
)
export type HiddenHours = Static<typeof HiddenHours>

/** Preferences of the desktop app; persisted by the main process. */
export const DesktopSettings = Type.Object(
  {
    locale: Type.Union([LocaleSchema, Type.Null()], {
      description: 'Null: the language of the system',
    }),
    theme: ThemeSchema,
    alerts: AlertSwitches,
    levels: Type.Array(PriceLevel, { maxItems: MAX_LEVELS }),
    isMuted: Type.Boolean({ description: 'No alert is shown while it is on' }),
    sounds: SoundChoices,
    soundVolume: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'Percent; macOS plays the sounds at the volume of its alerts',
    }),
    isSoundRepeated: Type.Boolean({
      description: 'A sound of ours is repeated for a minute, unless the user responds',
    }),
    hasQuietHours: Type.Boolean({ description: 'Alerts of the price wait from 23:00 to 08:00' }),
    startAtLogin: Type.Boolean(),
    isMiniOpen: Type.Boolean({ description: 'The mini ticker is shown' }),
    miniSize: Type.Union(MINI_SIZES.map((size) => Type.Literal(size))),
    miniOpacity: Type.Integer({ minimum: 40, maximum: 100, description: 'Percent' }),
    isMiniLocked: Type.Boolean({ description: 'The mini ticker cannot be dragged' }),
    isMiniClickThrough: Type.Boolean({ description: 'Clicks reach the window below the ticker' }),
    miniHiddenHours: HiddenHours,
    trayText: Type.Union(TRAY_TEXTS.map((kind) => Type.Literal(kind))),
    hasTrayDigits: Type.Boolean({ description: 'Windows and Linux: the price in the tray icon' }),
    globalShortcut: shortcut('Shows or hides the main window'),
    tickerShortcut: shortcut('Shows or hides the mini ticker'),
    voteShortcut: shortcut('Opens the page of a new vote'),
    muteShortcut: shortcut('Mutes all alerts, or ends that'),
    hasDockIcon: Type.Boolean({ description: 'macOS: the app is in the Dock and in Cmd+Tab' }),
    hasCallBadge: Type.Boolean({ description: 'Marks the icon while the round has no call yet' }),
    isMainPinned: Type.Boolean({ description: 'The main window stays above other windows' }),
    isChartPinned: Type.Boolean({
      description: 'The windows of the chart and of other panels do, too',
    }),
    hasErrorReports: Type.Boolean({
      description:
        'Errors of the app are reported to the server; follows the switch of the interface',
    }),
    hasHardwareAcceleration: Type.Boolean({
      description: 'Pages are drawn by the GPU; a change applies at the next start',
    }),
    startScreen: Type.Union([Type.Literal('home'), Type.Literal('desk')], {
      description: 'What the main window opens with',
    }),
  },
  { additionalProperties: false },
)
export type DesktopSettings = Static<typeof DesktopSettings>

/** Values of settings that were never changed. */
export const DEFAULT_SETTINGS: DesktopSettings = {
  locale: null,
  theme: 'system',
  alerts: { band: true, level: true },
  levels: [],
  isMuted: false,
  sounds: {
    band: 'default',
    level: 'default',
    settled: 'default',
    closing: 'default',
    opened: 'default',
  },
  soundVolume: 80,
  isSoundRepeated: false,
  hasQuietHours: true,
  startAtLogin: false,
  isMiniOpen: false,
  miniSize: 'medium',
  miniOpacity: 100,
  isMiniLocked: false,
  isMiniClickThrough: false,
  miniHiddenHours: { isOn: false, from: '09:00', to: '18:00', days: [1, 2, 3, 4, 5] },
  isMainPinned: false,
  isChartPinned: false,
  hasErrorReports: true,
  hasHardwareAcceleration: true,
  startScreen: 'home',
  trayText: 'price',
  hasTrayDigits: false,
  globalShortcut: null,
  tickerShortcut: null,
  voteShortcut: null,
  muteShortcut: null,
  hasDockIcon: true,
  hasCallBadge: true,
}
