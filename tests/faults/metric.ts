import type { ChildServer } from '#tests/support/child-server.ts'

/** Timeout of conditions without a promised time. */
const TIMEOUT_MS = 120_000

/** The value of a metric; null while the server does not answer or lacks it. */
export async function metric(child: ChildServer, name: string): Promise<number | null> {
  try {
    const text = await (await fetch(`${await child.url}/metrics`)).text()
    const value = Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
    return Number.isNaN(value) ? null : value
  } catch {
    return null
  }
}

/** Polls until the condition holds; returns the time (ms). `what` names it in the failure. */
export async function timeUntil(
  condition: () => Promise<boolean>,
  what = `${condition}`,
): Promise<number> {
  const begin = performance.now()
  while (!(await condition())) {
    if (performance.now() - begin > TIMEOUT_MS) throw new Error(`timeout: ${what}`)
    await Bun.sleep(20)
  }
  return performance.now() - begin
}

/** Waits until the server at `url` reports that it is ready. */
export const untilReady = (url: string) =>
  timeUntil(async () => (await fetch(`${url}/readyz`)).status === 200, `${url}/readyz answers 200`)
