import { useMutation, useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'
import { dataOf } from '#desktop/shared/api-failure.ts'
import type { BlockedPeople, BlockedPerson } from '#shared/contract/blocks.ts'

/** Whom the signed-in user has blocked, latest first; disabled without one. */
export function useBlockedPeople(userId: number | null) {
  const { api, session } = useServices()
  return useQuery({
    queryKey: queryKeys.blocks(userId),
    queryFn: () => dataOf(api.blocks.get()),
    enabled: () => userId !== null && session.isUser(userId),
    // Every row asks for it: a failure must not be repeated by each that mounts.
    retryOnMount: false,
  })
}

export interface BlockChange {
  person: Pick<BlockedPerson, 'uniqueCode' | 'nickname'>
  isBlocked: boolean
}

/** Blocks or unblocks a person; the list changes with the reply. Fails with ApiFailure. */
export function useSaveBlock(userId: number | null) {
  const { api, queries, clock } = useServices()
  const queryKey = queryKeys.blocks(userId)
  return useMutation({
    mutationFn: ({ person, isBlocked }: BlockChange) => {
      const block = api.blocks({ code: person.uniqueCode })
      return dataOf(isBlocked ? block.put({}) : block.delete())
    },
    onSuccess: async (_reply, { person: { uniqueCode, nickname }, isBlocked }) => {
      await queries.cancelQueries({ queryKey })
      queries.setQueryData<BlockedPeople>(queryKey, (people = []) => {
        const others = people.filter((other) => other.uniqueCode !== uniqueCode)
        const since = new Date(clock.now()).toISOString()
        return isBlocked ? [{ uniqueCode, nickname, since }, ...others] : others
      })
    },
    // Not awaited: offline it would hold back why the change failed.
    onSettled: () => void queries.invalidateQueries({ queryKey }),
  })
}
