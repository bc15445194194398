import type { ChildServer } from '#tests/support/child-server.ts'

/** For what has no promise of its own, on whatever machine. */
const PATIENCE_MS = 120_000

/** A number among the metrics of a server; null while it does not answer, or has none. */
export async function metric(child: ChildServer, name: string): Promise<number | null> {
  try {
    const text = await (await fetch(`${await child.url}/metrics`)).text()
    const value = Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
    return Number.isNaN(value) ? null : value
  } catch {
    return null
  }
}

/** Waits until a condition that has to be asked for holds; answers how long that took (ms). */
export async function timeUntil(condition: () => Promise<boolean>): Promise<number> {
  const begin = performance.now()
  while (!(await condition())) {
    if (performance.now() - begin > PATIENCE_MS) throw new Error(`never came true: ${condition}`)
    await Bun.sleep(20)
  }
  return performance.now() - begin
}
