import type { LoadedProduct } from '#tests/load/processes.ts'
import { memoryOf, residentBytes } from '#tests/load/resources.ts'

const POLL_MS = 200

/** Course of work that the server does by itself. */
export interface Watched {
  ms: number
  /** Longest hold of the serving thread, ms. */
  hold: number
  /** Resident bytes before, and the most of all polls. */
  before: number
  peak: number
}

/** Watches the server while it does `work`. */
export async function watchServer(
  product: LoadedProduct,
  work: () => Promise<void>,
): Promise<Watched> {
  const before = await memoryOf(product)
  let peak = before
  let isRunning = true
  await product.longestHold()
  const poll = async () => {
    while (isRunning) {
      peak = Math.max(peak, await residentBytes(product))
      await Bun.sleep(POLL_MS)
    }
  }
  const polling = poll()
  const begin = performance.now()
  await work()
  const ms = performance.now() - begin
  isRunning = false
  await polling
  return { ms, hold: await product.longestHold(), before, peak }
}
