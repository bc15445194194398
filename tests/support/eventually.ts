/** Time limit of a condition in real time: loopback needs milliseconds, a busy machine many seconds. */
const PATIENCE = 60_000

export interface EventuallyOptions {
  /** Called before each check and awaited, for example to advance a test clock or to ask a server. */
  step?: () => void | Promise<void>
  /** Failure message, made at the failure where it is a function. */
  what?: string | (() => string)
  /** Time limit in ms for real processes under load; a minute by default. */
  patience?: number
}

/** Checks `condition` at each turn of the event loop until it holds; fails after a minute of real time. */
export async function eventually(
  condition: () => boolean | Promise<boolean>,
  { step, what = `${condition}`, patience = PATIENCE }: EventuallyOptions = {},
): Promise<void> {
  const until = performance.now() + patience
  while (!(await condition())) {
    if (performance.now() > until) {
      throw new Error(`never came true: ${typeof what === 'string' ? what : what()}`)
    }
    await step?.()
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

/** Awaits `work`, such as an event; fails after `patience` ms of real time, naming `what` it waited for. */
export async function within<T>(work: Promise<T>, what: string, patience = PATIENCE): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const expire = () => reject(new Error(`not within ${patience / 1000} s: ${what}`))
  const timer = setTimeout(expire, patience)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Awaits `work` while calling `step` each turn, for work that needs the network and a test clock. */
export async function eventuallyDone<T>(work: Promise<T>, step: () => void): Promise<T> {
  let done = false
  const settled = () => {
    done = true
  }
  work.then(settled, settled)
  await eventually(() => done, { step, what: 'the work is done' })
  return work
}
