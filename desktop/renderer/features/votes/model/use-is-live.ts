import { useSyncExternalStore } from 'react'
import { useServices } from '#desktop/renderer/platform/services.ts'
import { liveRound } from '#shared/rules/schedule.ts'

/** Whether the round of a target (ISO 8601, UTC) takes votes; turns by itself. */
export function useIsLive(targetTime: string): boolean {
  const { seconds, clock } = useServices()
  const target = Date.parse(targetTime)
  return useSyncExternalStore(seconds.subscribe, () => liveRound(clock.now()).targetDate === target)
}
