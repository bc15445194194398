import type { NotificationConstructorOptions } from 'electron'
import type { Log } from '#desktop/main/log/log.ts'
import type { JsonFile } from '#desktop/main/settings/json-file.ts'
import { escapeMarkup } from '#shared/html/escape.ts'
import { alertTexts } from '#shared/i18n/desktop/alerts.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { translator } from '#shared/i18n/text.ts'
import type { Notice } from './alert.ts'
import type { AlertSounds } from './alert-sounds.ts'
import { toastXml } from './toast-xml.ts'

/** The part of Electron's Notification that is used. */
interface Shown {
  readonly id: string
  on(event: 'click', listener: () => void): unknown
  on(event: 'close', listener: (details: { reason?: string }) => void): unknown
  on(event: 'failed', listener: (event: unknown, error: string) => void): unknown
  once(event: 'show', listener: () => void): unknown
  show(): void
  close(): void
}

/** The part of the Notification class that is used. */
export interface NotificationClass {
  isSupported(): boolean
  /** Windows: calls back for each activation, also for one that started the app. */
  handleActivation(callback: (details: { arguments: string }) => void): void
  /** macOS: the notifications in the notification center. */
  getHistory(): Promise<Shown[]>
  new (options: NotificationConstructorOptions): Shown
}

interface NotifierDeps {
  Notification: NotificationClass
  /** Shows the main window, at a path or where it is. */
  show: (path?: string) => void
  /** Whether a window of the app has the focus; notifications are silent then. */
  hasFocus: () => boolean
  sounds: Pick<AlertSounds, 'mayPlay' | 'isRepeated' | 'play' | 'repeat' | 'stop'>
  log: Pick<Log, 'warn'>
  /** Persists whether a notification was ever shown. */
  file: JsonFile
  /** `darwin`, `win32` or `linux`. */
  system: string
  locale(): Locale
  /** Epoch milliseconds. */
  now: () => number
}

/** Maximum number of notifications that stay clickable. */
const MAX_CLICKABLE = 20

/**
 * Path and run of an id such as `/vote~mabc12.3` or `/vote/view/7?reply:9~mabc12.3`, also as the `tag` of a click
 * on Windows. Electron ignores a tag with `=`, which ids of earlier versions contain.
 */
const ID = /(?:^|tag=)(\/(?![/\\])[\w/-]*(?:\?reply[:=]\d+)?)~(\w+)\.\d+$/

function readId(id: string) {
  const [, path, run] = ID.exec(id) ?? []
  return { path: path?.replace(':', '='), run }
}

/** Path of the notification whose click started the app on macOS, from `launchInfo` of `ready`. */
export function pathOfLaunch(launchInfo: { identifier?: unknown } | undefined): string | undefined {
  return readId(String(launchInfo?.identifier)).path
}

/**
 * Shows native notifications. They stay referenced, because a garbage-collected one loses its
 * click. `close` does not release one: on Windows it remains clickable in the notification center.
 */
export function createNotifier(deps: NotifierDeps) {
  const { Notification, show, hasFocus, sounds, log, file, system, locale, now } = deps
  const run = now().toString(36)
  let count = 0
  let isStopped = false
  const shownNotifications = new Set<Shown>()
  /** Those of an earlier run, which ended without closing them. They stay referenced too. */
  const earlierNotifications = new Set<Shown>()
  const openEarlier = (id: string) => {
    const { path, run: ownRun } = readId(id)
    // Notifications of early versions have no path.
    if (ownRun !== run) show(path)
  }
  // Electron registers the COM class of a click only when asked this, or for the first notification.
  if (system === 'win32' && Notification.isSupported()) {
    Notification.handleActivation((details) => openEarlier(details.arguments))
  }
  // It asks for the permission, which an app that has shown nothing yet does not need.
  if (system === 'darwin' && file.read().isUsed === true) {
    void Notification.getHistory().then((history) => {
      for (const shown of history) {
        earlierNotifications.add(shown)
        shown.on('click', () => openEarlier(shown.id))
      }
    })
  }
  return {
    /**
     * No-op where the system has no notifications. A sound of ours is that of the notification on macOS;
     * elsewhere the app plays it to a silent one, if do-not-disturb allows.
     */
    async notify({ title, body, path, sound = 'default' }: Omit<Notice, 'kind'>): Promise<void> {
      if (!Notification.isSupported()) return
      const own = sound === 'default' || sound === 'silent' || hasFocus() ? null : sound
      const isFile = own !== null && system === 'darwin'
      const isPlayed = own !== null && !isFile && (await sounds.mayPlay()) && !hasFocus()
      if (isStopped) return
      count += 1
      const id = `${path.replace('=', ':')}~${run}.${count}`
      const isSilent = sound === 'silent' || hasFocus() || isPlayed
      const shown = new Notification({
        id,
        title,
        // Linux reads it as markup; other people write parts of it.
        body: system === 'linux' ? escapeMarkup(body) : body,
        silent: isSilent,
        ...(system === 'win32' && { toastXml: toastXml({ id, title, body, isSilent }) }),
        ...(isFile && { sound: `${own}.wav` }),
        // Without a button macOS does not report that the user has closed it.
        ...(isFile &&
          sounds.isRepeated() && { closeButtonText: translator(alertTexts, locale())('close') }),
        // An expired one would end the repetition: Linux gives no reason for a close.
        ...(isPlayed && system === 'linux' && sounds.isRepeated() && { timeoutType: 'never' }),
      })
      shownNotifications.add(shown)
      const [oldest = shown] = shownNotifications
      if (shownNotifications.size > MAX_CLICKABLE) shownNotifications.delete(oldest)
      shown.on('failed', (_event, error) => {
        shownNotifications.delete(shown)
        sounds.stop(shown)
        log.warn('the system did not show a notification', error)
      })
      let isShownAgain = false
      shown.on('click', () => {
        shownNotifications.delete(shown)
        sounds.stop(shown)
        show(path)
      })
      shown.on('close', ({ reason }) => {
        if (reason !== 'timedOut' && !isShownAgain) sounds.stop(shown)
      })
      const showAgain = () => {
        // It replaces itself, and reports that it was closed.
        isShownAgain = true
        shown.show()
        isShownAgain = false
      }
      // A notification that the system refuses plays no sound.
      shown.once('show', () => {
        if (system === 'darwin') file.write({ isUsed: true })
        if (isFile) sounds.repeat(shown, showAgain)
        if (!isPlayed) return
        sounds.play(own)
        sounds.repeat(shown, () => sounds.play(own))
      })
      shown.show()
    },
    /** Closes what is shown: after a quit nobody handles its click. */
    stop(): void {
      isStopped = true
      for (const shown of shownNotifications) shown.close()
      shownNotifications.clear()
      earlierNotifications.clear()
    },
  }
}
