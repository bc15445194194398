type Timer = ReturnType<typeof globalThis.setTimeout>

/** A timer of the app that has not come to its end. */
interface Pending {
  milliseconds: number
  fire: () => void
}

/** The timers of one start of the app: it gets these instead of the global ones. */
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

  /** How long each of the waiting ones was to wait, in milliseconds. */
  waiting(): number[] {
    return [...this.pending.values()].map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
  }

  /** Lets those fall due at once that were to wait so long, and answers how many there were. */
  hurry(isMeant: (milliseconds: number) => boolean): number {
    const meant = [...this.pending.values()].filter(({ milliseconds }) => isMeant(milliseconds))
    for (const { fire } of meant) fire()
    return meant.length
  }

  /** Ends those that are left, so that no test meets the timers of another. */
  dispose(): void {
    for (const timer of this.pending.keys()) globalThis.clearTimeout(timer)
    this.pending.clear()
  }
}
