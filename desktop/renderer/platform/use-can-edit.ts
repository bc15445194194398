import { useSyncExternalStore } from 'react'
import { canEdit } from '#shared/rules/edit-window.ts'
import { useServices } from './services.ts'

/** Whether something written at `created` (ISO 8601) may still be edited; turns by itself. */
export function useCanEdit(created: string): boolean {
  const { seconds, clock } = useServices()
  const instant = Date.parse(created)
  return useSyncExternalStore(seconds.subscribe, () => canEdit(instant, clock.now()))
}
