import { useEffect } from 'react'
import { useServices, useUser } from '#desktop/renderer/platform/services.ts'
import { useOwnVotes } from './own-votes.ts'
import { readSeenCalls, updatedRecord, writeSeenCalls } from './settled-calls.ts'

/** Records the open calls, so that the next visit knows which results are new. */
export function useRecordVisit() {
  const { platform, clock } = useServices()
  const userId = useUser()?.id ?? null
  const { data: votes } = useOwnVotes()
  useEffect(() => {
    if (userId === null || !votes) return
    const record = readSeenCalls(platform.preferences, userId)
    writeSeenCalls(platform.preferences, userId, updatedRecord(record, votes, clock.now()))
  }, [platform, clock, userId, votes])
}
