import { Elysia } from 'elysia'
import { prepareReply } from '#api/infrastructure/prepared-reply.ts'
import type { Replies } from '#api/modules/reply-topics.ts'
import { READ_REFUSALS } from '#shared/contract/errors.ts'
import { OfferCalibration } from '#shared/contract/offers.ts'
import type { OffersService } from './service.ts'

/** Statistics of the offers over HTTP. */
export function offersRoutes(service: OffersService, replies: Replies) {
  return new Elysia({ name: 'offers', tags: ['votes'] }).get(
    '/offers/calibration',
    (context) =>
      replies.sendApi(context, {
        topics: ['round'],
        build: async () => prepareReply(await service.calibration()),
      }),
    { response: { 200: OfferCalibration, ...READ_REFUSALS } },
  )
}
