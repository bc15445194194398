import * as Type from '@sinclair/typebox'
import type { MainSession } from '#desktop/main/session/session.ts'
import { DEFAULT_KINDS } from '#shared/rules/notification-kinds.ts'
import { quietUntil } from '#shared/rules/quiet-hours.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import type { Alert } from './alert.ts'
import { createSingleRequest } from './vote-watch.ts'

/** Alerts that the settings of the account govern. */
export type AccountAlertKind =
  | Extract<Alert['kind'], 'opened' | 'closing' | 'settled' | 'level'>
  | 'flip'
  | 'worth'
  | 'brief'
  | 'reply'
  | 'mention'
  | 'test'

interface HoldOptions {
  /** False for an alert that the night does not hold back; true by default. */
  hasQuietHours?: boolean
  /** A newer alert with the same key takes the place of one that is held back; none by default. */
  key?: string
  /** Whether a held alert is still true: null while that is unknown, which holds it back longer. */
  holds?: () => boolean | null
}

/** Shows alerts of rounds as the account's settings say. */
export interface AccountAlerts {
  /** Calls `notify` now, after the quiet hours, or never. Resolves once that is decided; never rejects. */
  show(kind: AccountAlertKind, notify: () => void, options?: HoldOptions): Promise<void>
  /** Shows what the quiet hours have held back; call it at every update. Never rejects. */
  flush(): Promise<void>
}

interface AccountAlertsDeps {
  session: Pick<MainSession, 'user' | 'request'>
  /** Server time, epoch milliseconds. */
  now: () => number
  /** Current IANA time zone. */
  zone: () => string
}

interface HeldAlert extends Pick<Required<HoldOptions>, 'holds'> {
  kind: AccountAlertKind
  notify: () => void
  userId: number | undefined
  /** Epoch milliseconds. */
  expires: number
}

/** Later the price is elsewhere: the time after which the server drops push messages of these kinds. */
const LIFETIMES: Partial<Record<AccountAlertKind, number>> = {
  flip: 4 * HOUR_MS,
  worth: 4 * HOUR_MS,
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
  const held = new Map<string | symbol, HeldAlert>()
  const flushing = createSingleRequest(now)

  /** Which kinds are wanted here: none once the user has changed. Rejects without an answer. */
  const readWanted = async (): Promise<(kind: AccountAlertKind) => boolean> => {
    const user = session.user()
    // Levels, marks and briefs have no switch: they are wanted as long as they are there.
    const isOn = (kind: string, kinds: Record<string, boolean>) => kinds[kind] ?? true
    if (!user) return (kind) => isOn(kind, DEFAULT_KINDS)
    const own = await session.request(AccountSettings, '/notifications/settings')
    const { kinds, noPush = [], noDesktop = [], devices } = own
    return (kind) => {
      const isPushed = devices.length > 0 && !noPush.includes(kind)
      const isShownHere = isOn(kind, kinds) && !noDesktop.includes(kind) && !isPushed
      return session.user()?.id === user.id && isShownHere
    }
  }

  /** Drops what is over, and returns what may be shown. */
  const dueAlerts = () => {
    const userId = session.user()?.id
    const due: [string | symbol, HeldAlert][] = []
    for (const [key, alert] of held) {
      const holds = alert.holds()
      // An alert is shown only to the user whom it was held for.
      const isOver = alert.userId !== userId || alert.expires <= now() || holds === false
      if (isOver) held.delete(key)
      else if (holds) due.push([key, alert])
    }
    return due
  }

  return {
    async show(kind, notify, options = {}) {
      const { hasQuietHours = true, key = Symbol(kind), holds = () => true } = options
      if (hasQuietHours && quietUntil(now(), zone()) !== null) {
        // A reminder is of no use after the night, nor is the brief of another hour.
        if (kind === 'closing' || kind === 'brief') return
        const expires = now() + (LIFETIMES[kind] ?? Number.POSITIVE_INFINITY)
        held.set(key, { kind, notify, userId: session.user()?.id, expires, holds })
        return
      }
      // Without an answer the push message may have been shown.
      const isWanted = await readWanted().catch(() => null)
      if (isWanted?.(kind)) notify()
    },
    async flush() {
      if (held.size === 0 || quietUntil(now(), zone()) !== null || !flushing.mayStart()) return
      if (dueAlerts().length === 0) return
      // Without an answer they stay: a computer wakes before its network does.
      await flushing.run(async () => {
        const isWanted = await readWanted()
        for (const [key, { kind, notify }] of dueAlerts()) {
          held.delete(key)
          if (isWanted(kind)) notify()
        }
      })
    },
  }
}
