/** How long a condition may take in real time: loopback needs milliseconds, a busy machine seconds. */
const PATIENCE = 15_000

export interface EventuallyOptions {
  /** Called before each look, for example to move a test clock on. */
  step?: () => void
  /** Said when the condition never came true. */
  what?: string
  /** In place of fifteen seconds, for real processes under load (ms). */
  patience?: number
}

/**
 * Waits until `condition` holds, letting real sockets work in between. Fails after fifteen seconds of
 * real time. It looks again as soon as the event loop has turned: a condition, not a pause.
 */
export async function eventually(
  condition: () => boolean,
  { step, what = `${condition}`, patience = PATIENCE }: EventuallyOptions = {},
): Promise<void> {
  const until = performance.now() + patience
  while (!condition()) {
    if (performance.now() > until) throw new Error(`never came true: ${what}`)
    step?.()
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

/**
 * Awaits `work` while calling `step` at each turn of the event loop, for work that waits both for
 * the network and for a test clock.
 */
export async function eventuallyDone<T>(work: Promise<T>, step: () => void): Promise<T> {
  let done = false
  const settled = () => {
    done = true
  }
  work.then(settled, settled)
  await eventually(() => done, { step, what: 'the work is done' })
  return work
}
