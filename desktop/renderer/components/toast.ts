import { createStore } from 'zustand/vanilla'

/** A short message above the page. */
export interface Toast {
  /** A toast replaces the one with the same id. */
  id: string
  text: string
  /** A second line. */
  detail?: string
  /** A screen reader announces `bad` at once, the others when it is idle. */
  tone: 'info' | 'good' | 'bad'
  /** A button in the toast. */
  action?: { text: string; act: () => void }
  /** Called when the user dismisses the toast. */
  onDismiss?: () => void
}

/** Durations in milliseconds. */
export const TOAST_MS = { vote: 5_000, session: 5_000, failure: 5_000, copy: 2_000, board: 1_000 }

export const toasts = createStore<readonly Toast[]>(() => [])

const timers = new Map<string, ReturnType<typeof setTimeout>>()

export function dismiss(id: string): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  toasts.setState((open) => open.filter((toast) => toast.id !== id), true)
}

/** Whether the pointer or the focus is in the toast. */
function isHeld(id: string): boolean {
  return document.querySelector(`[data-toast="${id}"]:is(:hover, :focus-within)`) !== null
}

function dismissAfter(id: string, milliseconds: number): void {
  clearTimeout(timers.get(id))
  const end = () => (isHeld(id) ? dismissAfter(id, milliseconds) : dismiss(id))
  timers.set(id, setTimeout(end, milliseconds))
}

/** Shows a toast for `milliseconds`, and again as long while it is held. */
export function showToast(toast: Toast, milliseconds: number): void {
  dismissAfter(toast.id, milliseconds)
  toasts.setState((open) => [...open.filter(({ id }) => id !== toast.id), toast], true)
}

/** Shows a failure as an alert. */
export function showFailure(id: string, text: string): void {
  showToast({ id, text, tone: 'bad' }, TOAST_MS.failure)
}
