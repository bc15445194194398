import type { BrowserWindowConstructorOptions, WebPreferences } from 'electron'
import { type AppSettings, onSettingChange } from '#desktop/main/settings/settings.ts'
import type { AppWindow } from '#desktop/main/windows/app-window.ts'
import { loadPath } from '#desktop/main/windows/main-window.ts'
import { soundPath } from '#desktop/shared/sound-page.ts'
import type { AlertSound } from '#shared/rules/alert-sounds.ts'

/** Interval and longest duration of a repeated sound, milliseconds. */
const INTERVAL_MS = 5_000
const REPEATS_MS = 60_000
/** A page that has not closed itself by then has failed. */
const PAGE_MS = 15_000

/** The part of Electron's BrowserWindow that is used. */
type SoundWindow = Pick<AppWindow, 'loadURL' | 'close' | 'once'>

interface AlertSoundsDeps {
  BrowserWindow: new (options: BrowserWindowConstructorOptions) => SoundWindow
  preferences: WebPreferences
  app: {
    on(event: 'browser-window-focus', listener: () => void): unknown
    off(event: 'browser-window-focus', listener: () => void): unknown
  }
  settings: Pick<AppSettings, 'store'>
  /** `darwin`, `win32` or `linux`. */
  system: string
  /** Whether do-not-disturb is on; null where that is unknown. */
  doNotDisturb: () => Promise<boolean | null>
  /** Epoch milliseconds. */
  now: () => number
}

/** Plays the sounds of alerts that the system cannot play, and repeats them. */
export type AlertSounds = ReturnType<typeof createAlertSounds>

/**
 * The main process cannot play audio, and a window may be absent: a hidden one plays a sound. Muted alerts
 * and the focus of a window end every sound.
 */
export function createAlertSounds(deps: AlertSoundsDeps) {
  const { BrowserWindow, preferences, app, settings, system, doNotDisturb, now } = deps
  let page: SoundWindow | null = null
  let repeated: { by: object; timer: ReturnType<typeof setInterval> } | null = null

  const endRepeats = (by?: object) => {
    if (!repeated || (by && repeated.by !== by)) return
    clearInterval(repeated.timer)
    repeated = null
  }
  const silence = () => {
    endRepeats()
    page?.close()
  }
  const isRepeated = () => settings.store.getState().isSoundRepeated
  const unsubscribe = onSettingChange(settings, 'isMuted', silence)
  app.on('browser-window-focus', silence)
  /** False where it is unknown. The sounds of macOS, which plays them itself, follow it there. */
  const mayPlay = async () => system === 'darwin' || (await doNotDisturb()) === false
  return {
    /** Whether do-not-disturb allows a sound of the app. */
    mayPlay,
    /** Whether the user wants sounds to be repeated. */
    isRepeated,
    /** Plays a sound once. */
    play(sound: AlertSound): void {
      const { soundVolume, isMuted } = settings.store.getState()
      page?.close()
      if (soundVolume === 0 || isMuted) return
      const window = new BrowserWindow({ show: false, webPreferences: preferences })
      page = window
      const timer = setTimeout(() => window.close(), PAGE_MS)
      window.once('closed', () => {
        clearTimeout(timer)
        if (page === window) page = null
      })
      loadPath(window, soundPath(sound, soundVolume))
    },
    /** Repeats the sound of a notification, if the user wants that, until `stop`. A newer one replaces it. */
    repeat(by: object, playAgain: () => void): void {
      endRepeats()
      if (!isRepeated()) return
      const until = now() + REPEATS_MS
      const timer = setInterval(async () => {
        if (now() >= until || !isRepeated() || !(await mayPlay())) endRepeats(by)
        else if (repeated?.by === by) playAgain()
      }, INTERVAL_MS)
      repeated = { by, timer }
    },
    /** The user has responded to this notification. */
    stop: endRepeats,
    dispose(): void {
      silence()
      unsubscribe()
      app.off('browser-window-focus', silence)
    },
  }
}
