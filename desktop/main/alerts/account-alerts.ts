import * as Type from '@sinclair/typebox'
import type { MainSession } from '#desktop/main/session/session.ts'
import { DEFAULT_KINDS, type KindSwitches } from '#shared/rules/notification-kinds.ts'
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

/** Kinds with a switch of the account. */
type SwitchedKind = Extract<AccountAlertKind, keyof KindSwitches>
const isSwitched = (kind: AccountAlertKind): kind is SwitchedKind => kind in DEFAULT_KINDS

/** The parts of the reply that matter here; the whole schema would be a large part of the bundle. */
const AccountSettings = Type.Object({
  kinds: Type.Object({
    opened: Type.Boolean(),
    closing: Type.Boolean(),
    settled: Type.Boolean(),
    flip: Type.Optional(Type.Boolean()),
    reply: Type.Optional(Type.Boolean()),
    mention: Type.Optional(Type.Boolean()),
  }),
  noPush: Type.Optional(Type.Array(Type.String())),
  noDesktop: Type.Optional(Type.Array(Type.String())),
  devices: Type.Array(Type.Object({ id: Type.Integer() })),
})

/**
 * Reads the settings for each alert, which are a few a week. A browser with push messages may run on this
 * very computer, so while the account has one, alerts are left to it, except those kept out of push messages.
 */
export function createAccountAlerts({ session, now, zone }: AccountAlertsDeps): AccountAlerts {
  let held: { kind: AccountAlertKind; notify: () => void }[] = []

  const isWanted = async (kind: AccountAlertKind): Promise<boolean> => {
    const user = session.user()
    // Levels, marks and briefs of the account are wanted as long as they are there.
    const isOn = (kinds: Partial<KindSwitches>) =>
      !isSwitched(kind) || (kinds[kind] ?? DEFAULT_KINDS[kind])
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
      if (kind !== 'closing' && kind !== 'brief') held.push({ kind, notify })
      return
    }
    // Without an answer the push message may have been shown.
    if (await isWanted(kind).catch(() => false)) notify()
  }

  return {
    show,
    async flush() {
      if (held.length === 0 || quietUntil(now(), zone()) !== null) return
      const due = held
      held = []
      await Promise.all(due.map(({ kind, notify }) => show(kind, notify)))
    },
  }
}
