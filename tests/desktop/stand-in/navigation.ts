import type { Frame } from 'playwright'
import { inApp } from './addresses.ts'
import { eventOf } from './event.ts'
import type { StandInContents } from './web-contents.ts'
import type { World } from './world.ts'

/** Whether the app allows a navigation. As in Electron, its own `loadURL` is not checked. */
export function mayNavigate(
  world: World,
  contents: StandInContents,
  frame: Frame,
  url: string,
): boolean {
  const isMainFrame = frame.parentFrame() === null
  if (isMainFrame && contents.sentTo === url) {
    contents.sentTo = null
    return true
  }
  const isAllowed = tell(world, contents, frame, 'will-frame-navigate', url)
  if (!isAllowed || !isMainFrame) return isAllowed
  return tell(world, contents, frame, 'will-navigate', url)
}

/** The same for a redirect. */
export const mayRedirect = (
  world: World,
  contents: StandInContents,
  frame: Frame,
  url: string,
): boolean => tell(world, contents, frame, 'will-redirect', url)

function tell(
  world: World,
  contents: StandInContents,
  frame: Frame,
  name: string,
  browserUrl: string,
): boolean {
  const url = inApp(browserUrl, world.protocols.scheme)
  const isMainFrame = frame.parentFrame() === null
  const played = world.frames.of(frame)
  const event = eventOf({
    url,
    isSameDocument: false,
    isMainFrame,
    frame: played,
    initiator: played,
  })
  contents.emit(name, event, url, false, isMainFrame, contents.id, 1)
  return !event.defaultPrevented
}
