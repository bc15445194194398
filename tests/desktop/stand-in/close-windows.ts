import type { StandInWindow } from './window.ts'

/** Closes windows one after another; returns false at the first that stays. */
export async function closeWindows(windows: Iterable<StandInWindow>): Promise<boolean> {
  for (const window of [...windows]) {
    if (!(await window.requestClose())) return false
  }
  return true
}
