import type { Page, Request } from 'playwright'
import { eventually } from './eventually.ts'

/** Time without a new request (ms), in which the effects of the last reply run. */
const QUIET_MS = 500

/**
 * Runs `load` and waits until none of the requests that it made the page send is under way for half a second.
 * Beacons do not count: Chromium reports no end of theirs, so that a page which has sent one is never idle for
 * Playwright ('networkidle').
 */
export async function untilQuiet(page: Page, load: () => Promise<unknown>): Promise<void> {
  const open = new Set<Request>()
  let changedAt = performance.now()
  const begin = (request: Request) => {
    if (request.resourceType() === 'ping') return
    open.add(request)
    changedAt = performance.now()
  }
  const end = (request: Request) => {
    if (open.delete(request)) changedAt = performance.now()
  }
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  try {
    await load()
    const isQuiet = () => open.size === 0 && performance.now() - changedAt >= QUIET_MS
    await eventually(isQuiet, { what: 'no request is under way for half a second' })
  } finally {
    page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
  }
}
