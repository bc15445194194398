import type { StandInApp } from './app.ts'

/**
 * Closes the windows as `WindowList::CloseAllWindows` does: all are asked at once, on macOS the newest first,
 * and the question of a page is synchronous, so that the replies of others wait for its answer. Those close
 * although the quit is called off then. Returns whether all have closed.
 */
export async function closeWindows(app: StandInApp, onCalledOff: () => void): Promise<boolean> {
  const asked = [...app.windows]
  if (app.system === 'darwin') asked.reverse()
  const replies = await Promise.all(
    asked.map(async (window) => ({ window, mayClose: await window.askToClose() })),
  )
  const isLeft = replies.every(({ mayClose }) => mayClose)
  if (!isLeft) onCalledOff()
  for (const { window, mayClose } of replies) if (mayClose) window.vanish()
  return isLeft
}
