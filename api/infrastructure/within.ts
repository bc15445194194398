import type { Clock } from './clock.ts'

/**
 * Waits for `work`, but not longer than `ms`; the work goes on. Answers whether it was done in time;
 * rejects when the work does.
 */
export async function within(clock: Clock, ms: number, work: Promise<unknown>): Promise<boolean> {
  let cancel = () => {}
  const limit = new Promise<false>((resolve) => {
    cancel = clock.after(ms, () => resolve(false))
  })
  try {
    return await Promise.race([work.then(() => true), limit])
  } finally {
    cancel()
  }
}
