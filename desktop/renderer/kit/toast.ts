import { createStore } from '../platform/store.ts'

/** A short message above the page. */
export interface Toast {
  /** Of two toasts with one id only the later is shown. */
  id: string
  text: string
  tone: 'info' | 'good' | 'bad'
}

export const toasts = createStore<readonly Toast[]>([])

const timers = new Map<string, ReturnType<typeof setTimeout>>()

/** Takes a toast away. */
export function dismiss(id: string): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  toasts.set(toasts.get().filter((toast) => toast.id !== id))
}

/** Shows a toast for `milliseconds`; one with the same id is replaced and its time begins anew. */
export function showToast(toast: Toast, milliseconds: number): void {
  clearTimeout(timers.get(toast.id))
  timers.set(
    toast.id,
    setTimeout(() => dismiss(toast.id), milliseconds),
  )
  toasts.set([...toasts.get().filter(({ id }) => id !== toast.id), toast])
}
