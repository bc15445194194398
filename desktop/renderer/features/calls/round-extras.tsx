import { useEffect } from 'react'
import { useServices, useUser } from '#desktop/renderer/platform/services.ts'
import type { Target } from '#shared/contract/summary.ts'
import { useOwnVotes } from './api.ts'
import { readSeenCalls, updatedRecord, writeSeenCalls } from './settled-calls.ts'
import { WeekLine } from './week-line.tsx'
import { YourCall } from './your-call.tsx'

interface RoundExtrasProps {
  kind: 'closed' | 'live'
  target: Target
  hasVoted: boolean
}

/** The part of a round's card that loads after its first view: the week's price and the own call. */
export function RoundExtras({ kind, target, hasVoted }: RoundExtrasProps) {
  const isUser = useUser() !== null
  const { data: votes } = useOwnVotes()
  useRecordVisit()
  return (
    <>
      <WeekLine
        target={target}
        vote={
          isUser ? votes?.find(({ targetTime }) => targetTime === target.targetDate) : undefined
        }
      />
      {isUser && <YourCall kind={kind} target={target} hasVoted={hasVoted} />}
    </>
  )
}

/** Records the open calls, so that the next visit knows which results are new. */
function useRecordVisit() {
  const { platform, clock } = useServices()
  const userId = useUser()?.id ?? null
  const { data: votes } = useOwnVotes()
  useEffect(() => {
    if (userId === null || !votes) return
    const record = readSeenCalls(platform.preferences, userId)
    writeSeenCalls(platform.preferences, userId, updatedRecord(record, votes, clock.now()))
  }, [platform, clock, userId, votes])
}
