import type { RenderProcessGoneDetails, WebContents } from 'electron'

/** Milliseconds after which a window that stops working is a new case. */
const FORGET_AFTER = 10 * 60_000

/** What is done to a window: a WebContents has it. */
export type Window = Pick<WebContents, 'id' | 'isDestroyed' | 'reload' | 'close'>

interface ReloadOptions {
  /** Asks the person; true tries once more, false closes the window. */
  ask(): Promise<boolean>
  now(): number
}

/**
 * What becomes of a window whose process is gone: it is loaded again, once; when it goes again its
 * person is asked, by one message at a time however many windows are gone.
 */
export function createReloads({ ask, now }: ReloadOptions) {
  const reloadedAt = new Map<number, number>()
  const waiting = new Set<Window>()

  const load = (window: Window) => {
    if (window.isDestroyed()) return
    reloadedAt.set(window.id, now())
    window.reload()
  }

  const decide = async () => {
    // No answer, such as no screen to show it on, is no wish to try on and on.
    const again = await ask().catch(() => false)
    for (const window of waiting) {
      if (again) load(window)
      else if (!window.isDestroyed()) window.close()
    }
    waiting.clear()
  }

  return (window: Window, { reason }: RenderProcessGoneDetails): void => {
    const last = reloadedAt.get(window.id)
    // A process that cannot start, or whose files are not ours, will not do better at once.
    const isHopeless = reason === 'launch-failed' || reason === 'integrity-failure'
    if (!isHopeless && (last === undefined || now() - last > FORGET_AFTER)) {
      load(window)
      return
    }
    waiting.add(window)
    if (waiting.size === 1) void decide()
  }
}
