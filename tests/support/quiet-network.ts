import type { Page, Request } from 'playwright'
import { EVENTS_PATH } from '#shared/contract/endpoints.ts'
import { eventually } from './eventually.ts'

/** Time without a new request (ms), in which the effects of the last reply run. */
const QUIET_MS = 500

/**
 * Runs `load` and waits until none of the requests that it made the page send is under way for half a second.
 * Beacons and analytics do not count: nobody reads their replies, and Chromium may report no end of such
 * requests, so that a page which has sent one is never idle for Playwright ('networkidle').
 */
export async function untilQuiet(page: Page, load: () => Promise<unknown>): Promise<void> {
  const open = new Set<Request>()
  let changedAt = performance.now()
  const begin = (request: Request) => {
    if (request.resourceType() === 'ping' || request.url().endsWith(EVENTS_PATH)) return
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
    const underWay = () => [...open].map((request) => request.url()).join(', ') || 'none'
    await eventually(isQuiet, {
      what: () => `no request is under way for half a second; now: ${underWay()}`,
    })
  } finally {
    page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
  }
}
