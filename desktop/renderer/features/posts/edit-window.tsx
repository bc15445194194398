import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useLanguage, useNow, useServices, useUser } from '#desktop/renderer/platform/services.ts'
import { canEdit, EDIT_WINDOW_MS } from '#shared/rules/edit-window.ts'

/** Whether something created at `created` (ISO 8601) can still be edited, by the server's clock. */
export function useIsEditable(created: string): boolean {
  const { seconds, clock } = useServices()
  const instant = Date.parse(created)
  return useStore(seconds, () => canEdit(instant, clock.now()))
}

/** Whether this user can edit a vote or post now. */
export function useCanEdit({ uid, created }: { uid: number; created: string }): boolean {
  const user = useUser()
  return useIsEditable(created) && uid === user?.id
}

/**
 * Rest of the edit window in milliseconds; null once it is over. `created` is ISO 8601, `now` epoch
 * milliseconds.
 */
export function editTimeLeft(created: string, now: number): number | null {
  const left = Math.min(Date.parse(created) + EDIT_WINDOW_MS - now, EDIT_WINDOW_MS)
  return left <= 0 ? null : left
}

interface EditCountdownProps {
  /** ISO 8601. */
  created: string
  /** Renders the time left, or null once the window is over. */
  children: (left: string | null) => ReactNode
}

/** Rest of the edit window; the only part of an editor that renders each second. */
export function EditCountdown({ created, children }: EditCountdownProps) {
  const { format } = useLanguage()
  const left = editTimeLeft(created, useNow())
  return children(left === null ? null : format.span(left))
}
