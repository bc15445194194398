import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { CDPSession, Page } from 'playwright'

/** Live objects of a page; `heap` is the size of its values in bytes. */
export interface LiveObjects {
  heap: number
  nodes: number
  listeners: number
}

/** What V8 adds for speed, and the browser's own objects: both grow for minutes without a leak. */
const NOT_VALUES = new Set(['code', 'object shape', 'native', 'synthetic'])

const Snapshot = Type.Object({
  snapshot: Type.Object({
    meta: Type.Object({
      node_fields: Type.Array(Type.String()),
      node_types: Type.Array(Type.Union([Type.Array(Type.String()), Type.String()])),
    }),
  }),
  nodes: Type.Array(Type.Number()),
})

/** The size of all values in a heap snapshot, in bytes. */
function sizeOfValues(text: string): number {
  const json: unknown = JSON.parse(text)
  if (!Value.Check(Snapshot, json)) throw new Error('the heap snapshot has another format')
  const { node_fields: fields, node_types: types } = json.snapshot.meta
  const [typeAt, sizeAt] = [fields.indexOf('type'), fields.indexOf('self_size')]
  const names = types[typeAt] ?? []
  let size = 0
  for (let at = 0; at < json.nodes.length; at += fields.length) {
    const type = names[json.nodes[at + typeAt] ?? -1] ?? ''
    if (!NOT_VALUES.has(type)) size += json.nodes[at + sizeAt] ?? 0
  }
  return size
}

async function heapSize(devtools: CDPSession): Promise<number> {
  const chunks: string[] = []
  const collect = ({ chunk }: { chunk: string }) => chunks.push(chunk)
  devtools.on('HeapProfiler.addHeapSnapshotChunk', collect)
  await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  devtools.off('HeapProfiler.addHeapSnapshotChunk', collect)
  return sizeOfValues(chunks.join(''))
}

/**
 * Counts a page's live objects after garbage collections, until another one frees nothing: a page that
 * renders between a collection and its count has garbage again.
 */
export async function liveObjectsOf(page: Page): Promise<() => Promise<LiveObjects>> {
  const devtools: CDPSession = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  const countOnce = async () => {
    await devtools.send('HeapProfiler.collectGarbage')
    const { metrics } = await devtools.send('Performance.getMetrics')
    const value = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? 0
    return { nodes: value('Nodes'), listeners: value('JSEventListeners') }
  }
  return async () => {
    let last = await countOnce()
    for (let round = 0; ; round++) {
      if (round === 100) throw new Error('the page never stops releasing nodes and listeners')
      const next = await countOnce()
      if (next.nodes >= last.nodes && next.listeners >= last.listeners) break
      last = next
    }
    return { ...last, heap: await heapSize(devtools) }
  }
}
