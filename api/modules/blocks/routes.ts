import { Elysia } from 'elysia'
import { type Quota, READ_QUOTA } from '#api/infrastructure/http/limits.ts'
import type { Guard } from '#api/modules/auth/guard.ts'
import { BlockBody, BlockedPeople } from '#shared/contract/blocks.ts'
import { Done } from '#shared/contract/common.ts'
import {
  ACCESS_REFUSALS,
  BODY_REFUSALS,
  ErrorReply,
  READ_REFUSALS,
} from '#shared/contract/errors.ts'
import { UserParams } from '#shared/contract/users.ts'
import type { BlocksService } from './service.ts'

export const BLOCKS_QUOTA: Quota = { action: 'blocks', user: 30, address: 300 }

/** The own blocks over HTTP. */
export function blocksRoutes({ service, guard }: { service: BlocksService; guard: Guard }) {
  return new Elysia({ name: 'blocks', tags: ['blocks'] })
    .use(guard)
    .get('/blocks', (context) => service.list(context.user.id), {
      signedIn: true,
      limit: READ_QUOTA,
      response: { 200: BlockedPeople, 401: ErrorReply, ...READ_REFUSALS },
    })
    .put(
      '/blocks/:code',
      async (context) => {
        await service.add(context.user.id, context.params.code)
        return { success: true as const, message: 'Blocked.' }
      },
      {
        signedIn: true,
        limit: BLOCKS_QUOTA,
        params: UserParams,
        body: BlockBody,
        response: {
          200: Done,
          ...ACCESS_REFUSALS,
          404: ErrorReply,
          409: ErrorReply,
          ...BODY_REFUSALS,
        },
      },
    )
    .delete(
      '/blocks/:code',
      async (context) => {
        await service.remove(context.user.id, context.params.code)
        return { success: true as const, message: 'Unblocked.' }
      },
      {
        signedIn: true,
        limit: BLOCKS_QUOTA,
        params: UserParams,
        response: { 200: Done, 401: ErrorReply, 404: ErrorReply, ...READ_REFUSALS },
      },
    )
}
