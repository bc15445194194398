import { createStore } from 'zustand/vanilla'

/** A short message above the page. */
export interface Toast {
  /** Of two toasts with one id only the later is shown. */
  id: string
  text: string
  /** `bad` is announced at once, the others when the screen reader has finished. */
  tone: 'info' | 'good' | 'bad'
  /** What may be done about it. */
  action?: { text: string; act: () => void }
}

/** How long toasts stay, in milliseconds. */
export const TOAST_MS = { vote: 5_000, session: 5_000, failure: 5_000, copy: 2_000, board: 1_000 }

export const toasts = createStore<readonly Toast[]>(() => [])

const timers = new Map<string, ReturnType<typeof setTimeout>>()

/** Takes a toast away. */
export function dismiss(id: string): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  toasts.setState(
    toasts.getState().filter((toast) => toast.id !== id),
    true,
  )
}

/** Whether somebody points at the toast or has the focus in it. */
function isHeld(id: string): boolean {
  return document.querySelector(`[data-toast="${id}"]:is(:hover, :focus-within)`) !== null
}

function dismissAfter(id: string, milliseconds: number): void {
  clearTimeout(timers.get(id))
  const end = () => (isHeld(id) ? dismissAfter(id, milliseconds) : dismiss(id))
  timers.set(id, setTimeout(end, milliseconds))
}

/**
 * Shows a toast for `milliseconds`, and as long again while it is held; one with the same id is
 * replaced and its time begins anew.
 */
export function showToast(toast: Toast, milliseconds: number): void {
  dismissAfter(toast.id, milliseconds)
  toasts.setState([...toasts.getState().filter(({ id }) => id !== toast.id), toast], true)
}

/** Says what went wrong, as an alert; `id` tells this failure from others. */
export function showFailure(id: string, text: string): void {
  showToast({ id, text, tone: 'bad' }, TOAST_MS.failure)
}
