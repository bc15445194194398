import { Elysia } from 'elysia'
import type { Limited } from '#api/infrastructure/http/limits.ts'
import { requestContext } from '#api/infrastructure/http/request-context.ts'
import { ErrorReply, READ_REFUSALS } from '#shared/contract/errors.ts'
import { RoundDetail, RoundParams } from '#shared/contract/rounds.ts'
import type { RoundsService } from './service.ts'

interface RoundsRoutesDeps {
  service: RoundsService
  limited: Limited
}

/** Rounds over HTTP. */
export function roundsRoutes({ service, limited }: RoundsRoutesDeps) {
  return new Elysia({ name: 'rounds', tags: ['votes'] }).use(requestContext).get(
    '/rounds/:targetDate',
    async (context) => {
      await limited('read', context)
      return service.get(Date.parse(context.params.targetDate))
    },
    {
      params: RoundParams,
      response: { 200: RoundDetail, 404: ErrorReply, ...READ_REFUSALS },
    },
  )
}
