import type { CDPSession, Page } from 'playwright'

/** Live objects of a page; `heap` in bytes. */
export interface LiveObjects {
  heap: number
  nodes: number
  listeners: number
}

/**
 * Counts a page's live objects after garbage collections, until another one frees nothing: a page that
 * renders between a collection and its count has garbage again.
 */
export async function liveObjectsOf(page: Page): Promise<() => Promise<LiveObjects>> {
  const devtools: CDPSession = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  const countOnce = async (): Promise<LiveObjects> => {
    await devtools.send('HeapProfiler.collectGarbage')
    const { metrics } = await devtools.send('Performance.getMetrics')
    const value = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? 0
    return {
      heap: value('JSHeapUsedSize'),
      nodes: value('Nodes'),
      listeners: value('JSEventListeners'),
    }
  }
  return async () => {
    let last = await countOnce()
    for (;;) {
      const next = await countOnce()
      if (next.nodes >= last.nodes && next.listeners >= last.listeners) return last
      last = next
    }
  }
}
