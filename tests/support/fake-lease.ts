import type { Lease } from '#api/infrastructure/lease/lease.ts'

/** A lease that a test gives and takes. */
export interface FakeLease extends Pick<Lease, 'isHeld' | 'onChange'> {
  /** Tells the listeners when it changes. */
  turn(isHeld: boolean): void
}

/** Makes one. */
export function fakeLease(start: boolean): FakeLease {
  const listeners = new Set<(isHeld: boolean) => void>()
  let held = start
  return {
    isHeld: () => held,
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    turn: (isHeld) => {
      if (isHeld === held) return
      held = isHeld
      for (const listener of listeners) listener(isHeld)
    },
  }
}
