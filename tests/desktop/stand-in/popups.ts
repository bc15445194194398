import { inApp } from './addresses.ts'
import type { World } from './world.ts'

/** Whether the app allows a pop-up. A link may hide its opener; then the first page is assumed. */
export function mayOpen(world: World, browserUrl: string): boolean {
  const url = inApp(browserUrl, world.protocols.scheme)
  const contents = [...world.pages.open].find(({ openHandler }) => openHandler !== null)
  const answer = contents?.openHandler?.({
    url,
    frameName: '',
    features: '',
    disposition: 'foreground-tab',
    referrer: { url: contents.getURL(), policy: 'strict-origin-when-cross-origin' },
  })
  const isAllowed = answer === undefined || answer.action === 'allow'
  world.pages.popups.push({ url, isAllowed })
  return isAllowed
}
