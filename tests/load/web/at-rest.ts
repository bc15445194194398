import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Browser, Page } from 'playwright'

/** The page has loaded its idle parts and drawn its first prices by then. */
const SETTLE_MS = 8_000
const WATCH_MS = 30_000

const Processes = Type.Object({
  processInfo: Type.Array(Type.Object({ type: Type.String(), cpuTime: Type.Number() })),
})

/** CPU seconds that the renderer processes of a browser have used so far. */
async function rendererSeconds(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = Value.Parse(Processes, await session.send('SystemInfo.getProcessInfo'))
  await session.detach()
  return processInfo
    .filter(({ type }) => type === 'renderer')
    .reduce((sum, { cpuTime }) => sum + cpuTime, 0)
}

/**
 * Share of a core (0 to 1) that an open page uses while prices arrive. The browser must have no other
 * page that works.
 */
export async function shareAtRest(browser: Browser, page: Page): Promise<number> {
  await page.waitForTimeout(SETTLE_MS)
  const [before, start] = [await rendererSeconds(browser), performance.now()]
  await page.waitForTimeout(WATCH_MS)
  const seconds = (performance.now() - start) / 1000
  return ((await rendererSeconds(browser)) - before) / seconds
}
