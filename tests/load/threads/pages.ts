import { Value } from '@sinclair/typebox/value'
import { ReplyPage } from '#shared/contract/replies.ts'
import { median } from '#tests/load/compare.ts'
import type { Row } from '#tests/load/report.ts'
import { latencyOf } from '#tests/load/seasons/latency.ts'

/** Requests of a page in a round: enough for a p99. */
const REQUESTS = 200
const ROUNDS = 3
const BUDGET_MS = 50
/** Of the last page against the first. */
const LAST_MAX = 2

const LISTS = [
  ['oldest', ''],
  ['oldest, with a call', 'filter=called&'],
  ['oldest, other direction', 'filter=other&'],
  ['best', 'sort=best&'],
  ['best, with a call', 'sort=best&filter=called&'],
  ['best, other direction', 'sort=best&filter=other&'],
] as const

/** The cursors of all pages of a list, in their order; the first has none. */
async function cursorsOf(list: string, headers: Record<string, string>): Promise<string[]> {
  const cursors = ['']
  for (const cursor of cursors) {
    const reply = await fetch(`${list}${cursor}`, { headers })
    const { next } = Value.Parse(ReplyPage, await reply.json())
    if (next !== null) cursors.push(`after=${next}`)
  }
  return cursors
}

/** Measures the first, middle and last page of a thread in each order and filter; `label` names its database. */
export async function benchPages(
  label: string,
  thread: string,
  headers: Record<string, string>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, query] of LISTS) {
    const list = `${thread}?${query}`
    const cursors = await cursorsOf(list, headers)
    const places = [cursors[0], cursors[Math.floor(cursors.length / 2)], cursors.at(-1)]
    const figures = places.map(() => ({ p50: [] as number[], p99: [] as number[] }))
    // Places alternate, so that other load affects all; the first round prepares statements.
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [index, cursor] of places.entries()) {
        const urls = Array.from({ length: REQUESTS }, () => `${list}${cursor ?? ''}`)
        const { p50, p99 } = await latencyOf(urls, headers)
        if (round === 0) continue
        figures[index]?.p50.push(p50)
        figures[index]?.p99.push(p99)
      }
    }
    const medians = figures.map(({ p50, p99 }) => ({ p50: median(p50), p99: median(p99) }))
    const [first, middle, last] = medians
    if (!first || !middle || !last) continue
    const what = `${label}, ${name}, ${cursors.length} pages`
    const budget = { against: 'budget', unit: 'ms', baseline: BUDGET_MS, bar: 1 } as const
    rows.push(
      { ...budget, what: `${what}: first, p99`, own: first.p99 },
      { ...budget, what: `${what}: middle, p99`, own: middle.p99 },
      { ...budget, what: `${what}: last, p99`, own: last.p99 },
      {
        what: `${what}: last, p50`,
        against: 'the first page',
        unit: 'ms',
        own: last.p50,
        baseline: first.p50,
        bar: LAST_MAX,
      },
    )
  }
  return rows
}
