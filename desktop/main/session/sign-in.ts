import type { Locale } from '#shared/i18n/locale.ts'
import { type AttemptEnd, type AttemptParts, beginAttempt, type RunningAttempt } from './attempt.ts'
import type { Loopback } from './loopback.ts'

/** Signing in through the system browser, one attempt at a time. */
export interface SignIn {
  /** A new attempt ends the one before as `replaced`. Never rejects. */
  start(locale: Locale): Promise<AttemptEnd>
  /** Ends the attempt under way, if any, as `cancelled`. */
  cancel(): void
  /** The same, and closes what still serves a last page. */
  stop(): void
}

export function createSignIn(parts: Omit<AttemptParts, 'onListening'>): SignIn {
  const listening = new Set<Loopback>()
  let present: RunningAttempt | null = null

  const onListening = (loopback: Loopback) => {
    listening.add(loopback)
    loopback.closed.then(() => listening.delete(loopback))
  }

  return {
    start(locale) {
      present?.end('replaced')
      present = beginAttempt({ ...parts, onListening }, locale)
      return present.ended
    },
    cancel: () => present?.end('cancelled'),
    stop() {
      present?.end('cancelled')
      for (const loopback of listening) loopback.close()
    },
  }
}
