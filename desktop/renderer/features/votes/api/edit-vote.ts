import { useMutation } from '@tanstack/react-query'
import { useServices } from '#desktop/renderer/platform/services.ts'
import type { VoteChoice } from '#shared/rules/band.ts'
import { accepted } from './accepted.ts'

export interface VoteEdit {
  vote: VoteChoice
  /** HTML; the empty string when there is no note. */
  content: string
}

/** Changes an own vote within its hour. */
export function useEditVote(id: number) {
  const { api, session } = useServices()
  return useMutation({
    mutationFn: async (edit: VoteEdit) =>
      accepted(await session.call(() => api.votes({ id }).put(edit))),
    networkMode: 'always',
  })
}
