/** Time limit of a page's answer, ms: Firefox lets a click focus or open a window for one second. */
const ANSWER_TIMEOUT_MS = 500

/** The part of a window that is needed. */
interface OpenWindow {
  postMessage(message: object, transfer: MessagePort[]): void
  focus(): Promise<unknown>
}

interface Windows {
  /** Open windows of this site, the last focused one first. */
  list: () => Promise<readonly OpenWindow[]>
  /** Opens a path in a new window. */
  open: (path: string) => Promise<unknown>
  /** Runs `task` after `ms`. */
  after: (ms: number, task: () => void) => void
}

/**
 * Lets an open page navigate to `path` by itself, so that drafts stay.
 * @returns false if it does not answer: it is loading, or not a page of the app
 */
function navigate(window: OpenWindow, path: string, after: Windows['after']): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  const answer = Promise.withResolvers<boolean>()
  port1.onmessage = () => answer.resolve(true)
  after(ANSWER_TIMEOUT_MS, () => answer.resolve(false))
  window.postMessage({ type: 'go', path }, [port2])
  return answer.promise.finally(() => port1.close())
}

/**
 * Shows a path of this site after a click on a notification: in an open window whose page accepts it, else in a
 * new one. The answer comes before the focus, because browsers let a click focus or open one window only.
 */
export async function showPage({ list, open, after }: Windows, path: string): Promise<void> {
  const [window] = await list()
  await (window && (await navigate(window, path, after)) ? window.focus() : open(path))
}
