import type { Clock } from '#api/infrastructure/clock.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { BlockedPeople } from '#shared/contract/blocks.ts'
import { normalizeUniqueCode } from '#shared/rules/unique-code.ts'
import type { BlockStore, BlockTarget } from './store.ts'

/** Blocks of one person; the list is read whole. */
export const BLOCKS_MAX = 1000

export type BlocksService = ReturnType<typeof createBlocksService>

/**
 * People whose texts a person sees folded. Nobody else learns of a block, and nothing that others see depends
 * on it: it is a setting of the blocker.
 */
export function createBlocksService({ store, clock }: { store: BlockStore; clock: Clock }) {
  return {
    /** Latest first, without erased people. */
    async list(userId: number): Promise<BlockedPeople> {
      const rows = await store.list(userId)
      return rows.map(({ unique_code, nickname, created }) => ({
        uniqueCode: unique_code,
        nickname,
        since: created.toISOString(),
      }))
    },

    /**
     * Blocks a person; one who is blocked already stays so.
     * @throws ApiError TOKEN_INVALID, USER_UNKNOWN, BLOCK_SELF, BLOCK_LIMIT
     */
    async add(userId: number, code: string): Promise<void> {
      const check = (found: BlockTarget | null) => {
        if (!found) throw new ApiError('USER_UNKNOWN')
        if (found.id === userId) throw new ApiError('BLOCK_SELF')
        if (!found.isBlocked && found.count >= BLOCKS_MAX) throw new ApiError('BLOCK_LIMIT')
      }
      const isAccount = await store.add(userId, normalizeUniqueCode(code), clock.now(), check)
      if (!isAccount) throw new ApiError('TOKEN_INVALID')
    },

    /** Also of a person who is not blocked, or no longer there. */
    remove: (userId: number, code: string): Promise<void> =>
      store.remove(userId, normalizeUniqueCode(code)),
  }
}
