import type { CDPSession, Page } from 'playwright'

/** Live objects of a page; `heap` in bytes. */
export interface LiveObjects {
  heap: number
  nodes: number
  listeners: number
}

/** Counts a page's live objects, each time after a garbage collection. */
export async function liveObjectsOf(page: Page): Promise<() => Promise<LiveObjects>> {
  const devtools: CDPSession = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  return async () => {
    await devtools.send('HeapProfiler.collectGarbage')
    const { metrics } = await devtools.send('Performance.getMetrics')
    const value = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? 0
    return {
      heap: value('JSHeapUsedSize'),
      nodes: value('Nodes'),
      listeners: value('JSEventListeners'),
    }
  }
}
