import type { Page } from 'playwright'
import type { StreamMessage } from '#shared/contract/stream.ts'
import { within } from '#tests/support/eventually.ts'
import type { StreamClient } from '#tests/support/stream-client.ts'

/** Often enough for the table; requesting every place more often would load the machine itself. */
const POLL_MS = 20
const TIMEOUT_MS = 10_000

/** A place that shows a text, a name or a session until moderators act. */
export interface Place {
  name: string
  isShown(): Promise<boolean>
  /** Resolves once it does not show it any more, with the instant (epoch milliseconds). */
  whenGone(): Promise<number>
}

async function waitUntil(isTrue: () => Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + TIMEOUT_MS
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`not within ${TIMEOUT_MS} ms: ${what}`)
    await Bun.sleep(POLL_MS)
  }
}

/** A place that is requested every 20 ms. */
export const polled = (name: string, isShown: () => Promise<boolean>): Place => ({
  name,
  isShown,
  async whenGone() {
    await waitUntil(async () => !(await isShown()), `${name} is gone`)
    return Date.now()
  },
})

/** The live stream, until it sends a message that `matches`. */
export const streamed = (
  name: string,
  stream: StreamClient,
  matches: (message: StreamMessage) => boolean,
): Place => {
  const from = stream.messages.length
  return polled(name, async () => !stream.messages.slice(from).some(matches))
}

/** A text inside the element `selector` of an open page. */
export const painted = (name: string, page: Page, selector: string, text: string): Place => ({
  name,
  isShown: () =>
    page.evaluate(
      ([root, wanted]) => document.querySelector(root)?.textContent.includes(wanted) === true,
      [selector, text] as const,
    ),
  whenGone: () =>
    within(
      page.evaluate(
        ([root, wanted, pause]) =>
          new Promise<number>((resolve) => {
            const check = () => {
              const shown = document.querySelector(root)?.textContent.includes(wanted)
              if (shown) setTimeout(check, pause)
              else resolve(Date.now())
            }
            check()
          }),
        [selector, text, POLL_MS] as const,
      ),
      `${name} is gone`,
      TIMEOUT_MS,
    ),
})

/** Performs `act` once every place shows its thing. @returns milliseconds from its start, by place */
export async function measurePlaces(
  places: readonly Place[],
  act: () => Promise<unknown>,
): Promise<Map<string, number>> {
  for (const { name, isShown } of places) await waitUntil(isShown, `${name} is shown`)
  const gone = places.map(({ whenGone }) => whenGone())
  const start = Date.now()
  await act()
  const instants = await Promise.allSettled(gone)
  const missing = places.filter((_, index) => instants[index]?.status === 'rejected')
  if (missing.length > 0) {
    throw new Error(
      `not within ${TIMEOUT_MS} ms gone: ${missing.map(({ name }) => name).join(', ')}`,
    )
  }
  const delayOf = (instant: PromiseSettledResult<number> | undefined) =>
    instant?.status === 'fulfilled' ? instant.value - start : Number.NaN
  return new Map(places.map(({ name }, index) => [name, delayOf(instants[index])]))
}
