import { Value } from '@sinclair/typebox/value'
import { ReplyPage } from '#shared/contract/replies.ts'
import type { Row } from '#tests/load/report.ts'
import { latencyOf } from '#tests/load/seasons/latency.ts'

/** Requests of a page: enough for a p99. */
const REQUESTS = 400
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
    const measure = async (cursor: string | undefined) => {
      const urls = Array.from({ length: REQUESTS }, () => `${list}${cursor ?? ''}`)
      // The first requests prepare statements.
      await latencyOf(urls.slice(0, 20), headers)
      return latencyOf(urls, headers)
    }
    const first = await measure(cursors[0])
    const middle = await measure(cursors[Math.floor(cursors.length / 2)])
    const last = await measure(cursors.at(-1))
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
