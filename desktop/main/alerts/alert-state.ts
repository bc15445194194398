import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { BandState, LevelState } from './price-alerts.ts'
import { ClosingState, SettledState } from './round-alerts.ts'

const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

/** What the alerts remember, so that a restart tells nothing twice. */
export const AlertState = Type.Object({
  /** The newest target that was heard of, epoch milliseconds. */
  opened: orNull(Type.Number()),
  closing: orNull(ClosingState),
  settled: orNull(SettledState),
  band: orNull(BandState),
  level: orNull(LevelState),
})
export type AlertState = Static<typeof AlertState>

/** Where it is kept between starts. */
export interface AlertStateFile {
  /** What was written last, or anything else: it is checked. */
  read(): unknown
  write(state: AlertState): void
}

const NOTHING: AlertState = { opened: null, closing: null, settled: null, band: null, level: null }

/** What was kept; nothing when there is none or when it is not ours. Never throws. */
export function readAlertState(kept: AlertStateFile): AlertState {
  try {
    const value = kept.read()
    return Value.Check(AlertState, value) ? value : NOTHING
  } catch {
    return NOTHING
  }
}

/** Keeps it. A disk that is full costs the memory of the alerts over a restart, and nothing else. */
export function writeAlertState(kept: AlertStateFile, state: AlertState): void {
  try {
    kept.write(state)
  } catch {
    // What is in memory holds until the app ends.
  }
}
