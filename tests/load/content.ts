import { ApiError } from '#api/infrastructure/errors.ts'
import { sanitize } from '#api/modules/content/sanitize.ts'
import { threadCpu } from '#tests/support/thread-cpu.ts'
import { HOSTILE_BODIES, NOTE, TEN_KILOBYTES } from './hostile-bodies.ts'
import type { Row } from './report.ts'

const RUNS = 9
/** Long enough for the kernel's clock of a thread, which advances in steps of some milliseconds. */
const RUN_MS = 120

function attempt(html: string): void {
  try {
    sanitize(html)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

/** Median and maximum of the CPU time of sanitizing `html`, in ms. */
function measure(html: string): { median: number; worst: number } {
  const times: number[] = []
  for (let run = 0; run <= RUNS; run++) {
    const [begin, start] = [performance.now(), threadCpu()]
    let count = 0
    while (count === 0 || performance.now() - begin < RUN_MS) {
      attempt(html)
      count += 1
    }
    // The first run compiles.
    if (run > 0) times.push((threadCpu() - start) / count)
  }
  times.sort((a, b) => a - b)
  return { median: times[RUNS >> 1] ?? 0, worst: times.at(-1) ?? 0 }
}

/** Measures the CPU of sanitizing notes and hostile bodies against the budget of each, in ms. */
export async function benchContent(): Promise<Row[]> {
  const bodies: [what: string, html: string, budget: number][] = [
    ['formatted note', NOTE, 0.2],
    ['10 kB', TEN_KILOBYTES, 4],
    ...Object.entries(HOSTILE_BODIES).map(([what, html]): [string, string, number] => [
      what,
      html,
      10,
    ]),
  ]
  return bodies.map(([what, html, budget]) => {
    const { median, worst } = measure(html)
    const row = {
      against: 'CPU budget',
      unit: 'ms',
      own: median,
      baseline: budget,
      bar: 1,
    } as const
    return { what: `sanitize ${what} (worst ${worst.toFixed(2)} ms)`, ...row }
  })
}
