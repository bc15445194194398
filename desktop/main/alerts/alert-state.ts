import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { BandState, LevelState } from './price-alerts.ts'
import { ClosingState, SettledState } from './round-alerts.ts'

const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

/**
 * State of the alert rules, persisted so that a restart repeats no alert. Names are the file
 * format.
 */
export const AlertState = Type.Object({
  /** Newest known target, epoch milliseconds. */
  opened: orNull(Type.Number()),
  closing: orNull(ClosingState),
  settled: orNull(SettledState),
  band: orNull(BandState),
  /** One per price level; files of earlier versions have none. */
  levels: Type.Optional(Type.Array(LevelState)),
})
export type AlertState = Static<typeof AlertState>

/** The persisted state. */
export interface AlertStateFile {
  /** The last written value, unchecked. */
  read(): unknown
  write(state: AlertState): void
}

const INITIAL: AlertState = { opened: null, closing: null, settled: null, band: null }

/** Reads the state; the initial state when the file is missing or invalid. Never throws. */
export function readAlertState(file: AlertStateFile): AlertState {
  try {
    const value = file.read()
    return Value.Check(AlertState, value) ? value : INITIAL
  } catch {
    return INITIAL
  }
}

/** Writes the state. On failure alerts may repeat after a restart. */
export function writeAlertState(file: AlertStateFile, state: AlertState): void {
  try {
    file.write(state)
  } catch {
    // The state in memory remains valid.
  }
}
