import { Elysia } from 'elysia'
import { ApiError } from '#api/infrastructure/errors.ts'
import { type Limited, READ_QUOTA } from '#api/infrastructure/http/limits.ts'
import { requestContext } from '#api/infrastructure/http/request-context.ts'
import { LOG_PATHS } from '#shared/contract/endpoints.ts'
import { readDecimal } from '#shared/rules/log/strict-text.ts'
import { parseTilePath } from '#shared/rules/log/tile-path.ts'
import type { LogService } from './service.ts'

interface LogRoutesDeps {
  service: LogService
  limited: Limited
}

const TEXT = 'text/plain; charset=utf-8'
const BYTES = 'application/octet-stream'
const FOREVER = 'public, max-age=31536000, immutable'
/** A few seconds, as the specification of tiles asks; caches at the edge answer meanwhile. */
const SECONDS = 'public, max-age=5, stale-while-revalidate=30'
const MINUTES = 'public, max-age=300'

/** Anybody may verify, from any page. */
const reply = (body: string | Uint8Array<ArrayBuffer>, type: string, cacheControl: string) =>
  new Response(body, {
    headers: {
      'content-type': type,
      'cache-control': cacheControl,
      'access-control-allow-origin': '*',
    },
  })

/** A size as written in an address. @throws ApiError NOT_FOUND for another spelling */
function readSize(text: string): number {
  const size = readDecimal(text)
  if (size === null) throw new ApiError('NOT_FOUND')
  return size
}

/** The log over HTTP: c2sp.org/tlog-tiles below /log, and earlier checkpoints with their timestamps. */
export function logRoutes({ service, limited }: LogRoutesDeps) {
  return new Elysia({ name: 'log' })
    .use(requestContext)
    .onBeforeHandle((context) => limited(READ_QUOTA, context))
    .get(LOG_PATHS.policy, async () =>
      reply(JSON.stringify(await service.policy()), 'application/json', MINUTES),
    )
    .get(LOG_PATHS.checkpoint, async () => reply(await service.checkpoint(), TEXT, SECONDS))
    .get(`${LOG_PATHS.checkpoints}/:size`, async ({ params: { size } }) => {
      const stamped = size.endsWith('.ots') ? size.slice(0, -'.ots'.length) : null
      if (stamped === null)
        return reply(await service.signedCheckpoint(readSize(size)), TEXT, FOREVER)
      return reply(await service.timestamp(readSize(stamped)), BYTES, MINUTES)
    })
    .get(`${LOG_PATHS.tiles}/*`, async ({ params }) => {
      const tile = parseTilePath(`tile/${params['*']}`)
      if (!tile) throw new ApiError('NOT_FOUND')
      return reply(await service.tile(tile), BYTES, FOREVER)
    })
}
