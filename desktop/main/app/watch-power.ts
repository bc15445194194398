import type { PowerMonitor } from 'electron'

/** Calls `wake` when the computer has slept or its screen was locked: sockets may be dead by then. */
export function watchPower(
  powerMonitor: Pick<PowerMonitor, 'on' | 'off'>,
  wake: () => void,
): () => void {
  powerMonitor.on('resume', wake)
  powerMonitor.on('unlock-screen', wake)
  return () => {
    powerMonitor.off('resume', wake)
    powerMonitor.off('unlock-screen', wake)
  }
}
