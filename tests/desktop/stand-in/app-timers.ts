type Timer = ReturnType<typeof globalThis.setTimeout>

/** A pending timer of the app. */
interface Pending {
  milliseconds: number
  fire: () => void
}

/** Timers of one start, injected instead of the globals. */
export class AppTimers {
  private readonly pending = new Map<Timer, Pending>()

  readonly setTimeout = (
    task: (...args: unknown[]) => void,
    milliseconds = 0,
    ...args: unknown[]
  ) => {
    const fire = () => {
      this.clearTimeout(timer)
      task(...args)
    }
    const timer = globalThis.setTimeout(fire, milliseconds)
    this.pending.set(timer, { milliseconds, fire })
    return timer
  }

  readonly setInterval = (
    task: (...args: unknown[]) => void,
    milliseconds = 0,
    ...args: unknown[]
  ) => {
    const fire = () => task(...args)
    const timer = globalThis.setInterval(fire, milliseconds)
    this.pending.set(timer, { milliseconds, fire })
    return timer
  }

  readonly clearTimeout = (timer: Timer | undefined) => {
    if (timer) this.pending.delete(timer)
    globalThis.clearTimeout(timer)
  }

  readonly clearInterval = this.clearTimeout

  /** Delays of the pending timers, milliseconds. */
  waiting(): number[] {
    return [...this.pending.values()].map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
  }

  /** Fires the timers with this delay; returns their number. */
  fireMatching(matches: (milliseconds: number) => boolean): number {
    const matching = [...this.pending.values()].filter(({ milliseconds }) => matches(milliseconds))
    for (const { fire } of matching) fire()
    return matching.length
  }

  /** Clears the remaining timers. */
  dispose(): void {
    for (const timer of this.pending.keys()) globalThis.clearTimeout(timer)
    this.pending.clear()
  }
}
