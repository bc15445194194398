import { useMemo } from 'react'
import { useOwnVotes } from '#desktop/renderer/features/calls/own-votes.ts'
import { useRoundsSince } from '#desktop/renderer/features/rounds/api.ts'
import { createMarks, type Marks } from './model/marks.ts'

/** The settled rounds since `from` (epoch ms) and the own votes; `isLoading` until both are there. */
export function useMarks(from: number): { marks: Marks; isLoading: boolean } {
  const { rounds, isLoading } = useRoundsSince(from)
  const votes = useOwnVotes()
  const marks = useMemo(() => createMarks(rounds, votes.data ?? []), [rounds, votes.data])
  return { marks, isLoading: isLoading || votes.isLoading }
}
