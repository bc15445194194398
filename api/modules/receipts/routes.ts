import { Elysia } from 'elysia'
import { READ_QUOTA } from '#api/infrastructure/http/limits.ts'
import type { Guard } from '#api/modules/auth/guard.ts'
import { LargeIdParams } from '#shared/contract/common.ts'
import { KEYS_PATH } from '#shared/contract/endpoints.ts'
import { ErrorReply, READ_REFUSALS } from '#shared/contract/errors.ts'
import { VoteProof } from '#shared/contract/receipts.ts'
import type { ReceiptsService } from './service.ts'

interface ReceiptsRoutesDeps {
  service: ReceiptsService
  guard: Guard
}

/** Proofs of votes over HTTP, for guests too. */
export function receiptsRoutes({ service, guard }: ReceiptsRoutesDeps) {
  return new Elysia({ name: 'receipts', tags: ['votes'] })
    .use(guard)
    .get(
      '/votes/:id/proof',
      (context) => service.proof(context.params.id, context.viewer?.id ?? null),
      {
        viewer: true,
        limit: READ_QUOTA,
        params: LargeIdParams,
        response: {
          200: VoteProof,
          401: ErrorReply,
          404: ErrorReply,
          410: ErrorReply,
          ...READ_REFUSALS,
        },
      },
    )
}

/** The public keys, at an address that stays the same across versions of the API. */
export function receiptKeysRoute(service: Pick<ReceiptsService, 'keys'>) {
  return new Elysia({ name: 'receipt-keys' }).get(KEYS_PATH, async () =>
    Response.json(await service.keys(), {
      headers: {
        // After a rotation replies are signed with the new key at once: a cached list would not have it.
        'cache-control': 'no-cache',
        // Anybody may verify a receipt, from any page.
        'access-control-allow-origin': '*',
      },
    }),
  )
}
