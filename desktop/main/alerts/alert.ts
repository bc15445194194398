import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import type { SoundChoice } from '#desktop/bridge/settings.ts'
import type { AlertKind } from '#desktop/bridge/shapes.ts'
import type { LivePrice } from '#shared/contract/price.ts'
import type { OwnVote } from '#shared/contract/profile.ts'
import type { Direction } from '#shared/rules/band.ts'
import type { Round } from '#shared/rules/schedule.ts'

export const Side = Type.Union([Type.Literal('above'), Type.Literal('below')])
export type Side = Static<typeof Side>

/** An alert before it is translated. Instants are epoch milliseconds. */
export type Alert =
  | { kind: 'opened'; round: Round }
  | { kind: 'closing'; round: Round; now: number }
  | { kind: 'settled'; votes: readonly OwnVote[] }
  /** The band that the price entered. */
  | { kind: 'band'; band: Direction; refPrice: string; price: LivePrice }
  | {
      kind: 'level'
      side: Side
      level: string
      price: LivePrice
      note?: string
      sound?: SoundChoice
    }

/** Result of a rule: its next state, and an alert to show. */
export interface Step<State> {
  state: State
  alert: Alert | null
}

/** A native notification: a click on it shows `path`. */
export interface Notice {
  kind: AlertKind
  title: string
  body: string
  /** A path of the interface. */
  path: string
  /** The system's sound by default. */
  sound?: SoundChoice
}
