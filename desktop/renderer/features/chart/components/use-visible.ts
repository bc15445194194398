import { useState, useSyncExternalStore } from 'react'

/** Calls `listener` when the page is hidden or shown. @returns ends that */
export function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

const isVisible = () => !document.hidden
const isVisibleAtServer = () => true

/** The value; while the page is hidden, the one before, so that nothing is drawn that nobody sees. */
export function useWhileVisible<T>(value: T, hidden: T): T {
  const isShown = useSyncExternalStore(onVisibility, isVisible, isVisibleAtServer)
  const [shown, setShown] = useState(hidden)
  if (isShown && shown !== value) setShown(value)
  return isShown ? value : shown
}
