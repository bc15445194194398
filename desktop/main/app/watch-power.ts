type Waking = 'resume' | 'unlock-screen'

/** Electron's `powerMonitor` is one. */
interface Power {
  on(event: Waking, listener: () => void): unknown
  off(event: Waking, listener: () => void): unknown
}

/** Calls `wake` when the computer has slept or its screen was locked: sockets may be dead by then. */
export function watchPower(power: Power, wake: () => void): () => void {
  power.on('resume', wake)
  power.on('unlock-screen', wake)
  return () => {
    power.off('resume', wake)
    power.off('unlock-screen', wake)
  }
}
