import type { AlertKind } from '#desktop/bridge/settings.ts'
import type { LivePrice } from '#shared/contract/price.ts'
import type { OwnVote } from '#shared/contract/profile.ts'
import type { Direction } from '#shared/rules/band.ts'
import type { Round } from '#shared/rules/schedule.ts'
import type { Side } from './price-alerts.ts'

/** What there is to tell, before it has words. Instants are epoch milliseconds. */
export type AlertNews =
  | { kind: 'opened'; round: Round }
  | { kind: 'closing'; round: Round; now: number }
  | { kind: 'settled'; votes: readonly OwnVote[] }
  /** The band that the price is in now; it was in another. */
  | { kind: 'band'; band: Direction; refPrice: string; price: LivePrice }
  | { kind: 'level'; side: Side; level: string; price: LivePrice }

/** What a rule answers: what to remember from now on, and what to tell. */
export interface Step<State> {
  state: State
  news: AlertNews | null
}

/** A native notification: a click on it shows `path`. */
export interface Notice {
  kind: AlertKind
  title: string
  body: string
  /** A path of the interface. */
  path: string
}
