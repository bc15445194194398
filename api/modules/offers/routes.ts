import { Elysia } from 'elysia'
import type { ResponseCache } from '#api/infrastructure/response-cache.ts'
import { READ_REFUSALS } from '#shared/contract/errors.ts'
import { OfferCalibration } from '#shared/contract/offers.ts'
import type { OffersService } from './service.ts'

/** Statistics of the offers over HTTP. */
export function offersRoutes(service: OffersService, cache: ResponseCache) {
  return new Elysia({ name: 'offers', tags: ['votes'] }).get(
    '/offers/calibration',
    ({ request, route }) => cache.send({ request, route }, service.calibration),
    { response: { 200: OfferCalibration, ...READ_REFUSALS } },
  )
}
