import { useMemo } from 'react'
import { useOwnVotes } from '#desktop/renderer/features/calls/own-votes.ts'
import { useRoundsSince } from '#desktop/renderer/features/rounds/api.ts'
import { createMarks, type Marks } from './model/marks.ts'

/** The settled rounds since `from` (epoch ms) and the own votes. */
export function useMarks(from: number): Marks {
  const rounds = useRoundsSince(from)
  const votes = useOwnVotes().data
  return useMemo(() => createMarks(rounds, votes ?? []), [rounds, votes])
}
