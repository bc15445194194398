import * as Type from '@sinclair/typebox'
import type { MainSession } from '#desktop/main/session/session.ts'
import { DEFAULT_KINDS } from '#shared/rules/notification-kinds.ts'
import { quietUntil } from '#shared/rules/quiet-hours.ts'
import type { Alert } from './alert.ts'

/** Alerts that the settings of the account govern. */
export type AccountAlertKind =
  | Extract<Alert['kind'], 'opened' | 'closing' | 'settled' | 'level'>
  | 'flip'
  | 'worth'
  | 'brief'
  | 'reply'
  | 'mention'
  | 'test'

/** Shows alerts of rounds as the account's settings say. */
export interface AccountAlerts {
  /** Calls `notify` now, after the quiet hours, or never. Resolves once that is decided; never rejects. */
  show(kind: AccountAlertKind, notify: () => void, hasQuietHours?: boolean): Promise<void>
  /** Shows what the quiet hours have held back; call it at every update. */
  flush(): Promise<void>
}

interface AccountAlertsDeps {
  session: Pick<MainSession, 'user' | 'request'>
  /** Server time, epoch milliseconds. */
  now: () => number
  /** Current IANA time zone. */
  zone: () => string
}

/** The parts of the reply that matter here; the whole schema would be a large part of the bundle. */
const AccountSettings = Type.Object({
  kinds: Type.Record(Type.String(), Type.Boolean()),
  noPush: Type.Optional(Type.Array(Type.String())),
  noDesktop: Type.Optional(Type.Array(Type.String())),
  devices: Type.Array(Type.Unknown()),
})

/**
 * Reads the settings for each alert, which are a few a week. A browser with push messages may run on this
 * very computer, so while the account has one, alerts are left to it, except those kept out of push messages.
 */
export function createAccountAlerts({ session, now, zone }: AccountAlertsDeps): AccountAlerts {
  let held: { kind: AccountAlertKind; notify: () => void; userId: number | undefined }[] = []

  const isWanted = async (kind: AccountAlertKind): Promise<boolean> => {
    const user = session.user()
    // Levels, marks and briefs have no switch: they are wanted as long as they are there.
    const isOn = (kinds: Record<string, boolean>) => kinds[kind] ?? true
    if (!user) return isOn(DEFAULT_KINDS)
    const own = await session.request(AccountSettings, '/notifications/settings')
    const { kinds, noPush = [], noDesktop = [], devices } = own
    const isPushed = devices.length > 0 && !noPush.includes(kind)
    const isShownHere = isOn(kinds) && !noDesktop.includes(kind) && !isPushed
    return session.user()?.id === user.id && isShownHere
  }

  const show: AccountAlerts['show'] = async (kind, notify, hasQuietHours = true) => {
    if (hasQuietHours && quietUntil(now(), zone()) !== null) {
      // A reminder is of no use after the night, nor is the brief of another hour.
      if (kind === 'closing' || kind === 'brief') return
      held.push({ kind, notify, userId: session.user()?.id })
      return
    }
    // Without an answer the push message may have been shown.
    if (await isWanted(kind).catch(() => false)) notify()
  }

  return {
    show,
    async flush() {
      if (held.length === 0 || quietUntil(now(), zone()) !== null) return
      // An alert is shown only to the user whom it was held for.
      const due = held.filter(({ userId }) => userId === session.user()?.id)
      held = []
      await Promise.all(due.map(({ kind, notify }) => show(kind, notify)))
    },
  }
}
