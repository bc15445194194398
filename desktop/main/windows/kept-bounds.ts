import { type Static, Type } from '@sinclair/typebox'
import { Check } from '@sinclair/typebox/value'
import type { KeptFile } from '#desktop/main/settings/kept-file.ts'

const Position = Type.Integer({ minimum: -100_000, maximum: 100_000 })
const Length = Type.Integer({ minimum: 1, maximum: 100_000 })
const Kept = Type.Object({
  x: Position,
  y: Position,
  width: Length,
  height: Length,
  isMaximised: Type.Boolean(),
})
/** Where a window was, and whether it filled its display. */
export type KeptBounds = Static<typeof Kept>
export type WindowName = 'main' | 'mini'

/** Where a window was when it was last seen; null when that is not known. */
export function readBounds(file: KeptFile, name: WindowName): KeptBounds | null {
  const kept = file.read()[name]
  return Check(Kept, kept) ? kept : null
}

/** Keeps where a window is; the other windows' places stay. */
export function writeBounds(file: KeptFile, name: WindowName, bounds: KeptBounds): void {
  file.write({ ...file.read(), [name]: bounds })
}
