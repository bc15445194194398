import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import { fromRoot } from '#build/setup/project.mjs'

const LOG = fromRoot('test-results', 'deploy.log')
const begin = performance.now()

/** Empties the log. */
export function startLog(): void {
  rmSync(LOG, { force: true })
}

/** Adds a line to the log, with the seconds since the start. */
export function note(text: string): void {
  const seconds = ((performance.now() - begin) / 1000).toFixed(1).padStart(6)
  mkdirSync(fromRoot('test-results'), { recursive: true })
  appendFileSync(LOG, `${text.replaceAll(/^/gm, `${seconds} s  `)}\n`)
}

export const secondsSince = (start: number) =>
  `${((performance.now() - start) / 1000).toFixed(1)} s`

/** Repeats `attempt` until it returns a value; fails after 30 s. */
export async function until<T>(what: string, attempt: () => Promise<T | null>): Promise<T> {
  const end = performance.now() + 30_000
  for (;;) {
    const value = await attempt()
    if (value !== null) return value
    if (performance.now() > end) throw new Error(`not within 30 s: ${what}`)
    await Bun.sleep(50)
  }
}
