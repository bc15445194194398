import { Elysia } from 'elysia'
import { ApiError } from '#api/infrastructure/errors.ts'
import { type Limited, READ_QUOTA } from '#api/infrastructure/http/limits.ts'
import { requestContext } from '#api/infrastructure/http/request-context.ts'
import { LOG_PATHS } from '#shared/contract/endpoints.ts'
import { readDecimal } from '#shared/rules/log/strict-text.ts'
import { parseTilePath } from '#shared/rules/log/tile-path.ts'
import { roundStartOn } from '#shared/rules/schedule.ts'
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
/** After a rotation the next checkpoint is signed with a key that a cached list would not have. */
const NOT_CACHED = 'no-cache'

/** Points of READ_QUOTA for a thousand openings. */
const OPENINGS_POINTS = 10

/** Anybody may verify, from any page. */
const reply = (
  body: string | Uint8Array<ArrayBuffer>,
  type: string,
  cacheControl: string,
  headers: Record<string, string> = {},
) =>
  new Response(body, {
    headers: {
      ...headers,
      'content-type': type,
      'cache-control': cacheControl,
      'access-control-allow-origin': '*',
    },
  })

/** A size or an id as written in an address. @throws ApiError NOT_FOUND for another spelling */
function readNumber(text: string): number {
  const value = readDecimal(text)
  if (value === null) throw new ApiError('NOT_FOUND')
  return value
}

/** Epoch ms at the start of a round's UTC day, `2026-11-19`. @throws ApiError NOT_FOUND for another text */
function readDay(text: string): number {
  const instant = roundStartOn(text)
  if (instant === null) throw new ApiError('NOT_FOUND')
  return instant
}

/** The log over HTTP: c2sp.org/tlog-tiles below /log, and earlier checkpoints with their timestamps. */
export function logRoutes({ service, limited }: LogRoutesDeps) {
  return new Elysia({ name: 'log' })
    .use(requestContext)
    .onBeforeHandle((context) => limited(READ_QUOTA, context))
    .get(LOG_PATHS.policy, async () =>
      reply(JSON.stringify(await service.policy()), 'application/json', NOT_CACHED),
    )
    .get(LOG_PATHS.checkpoint, async () => reply(await service.checkpoint(), TEXT, SECONDS))
    .get(`${LOG_PATHS.checkpoints}/:size`, async ({ params: { size } }) => {
      const stamped = size.endsWith('.ots') ? size.slice(0, -'.ots'.length) : null
      if (stamped === null)
        return reply(await service.signedCheckpoint(readNumber(size)), TEXT, FOREVER)
      return reply(await service.timestamp(readNumber(stamped)), BYTES, MINUTES)
    })
    .get(`${LOG_PATHS.openings}/:day`, async (context) => {
      const { params, query } = context
      await limited(READ_QUOTA, context, undefined, OPENINGS_POINTS - 1)
      const after = readNumber(query.after ?? '0')
      const { lines, next } = await service.openings(readDay(params.day), after)
      const link = `<${LOG_PATHS.openings}/${params.day}?after=${next}>; rel="next"`
      return reply(lines, TEXT, MINUTES, {
        'access-control-expose-headers': 'Link',
        ...(next !== null && { link }),
      })
    })
    .get(`${LOG_PATHS.tiles}/*`, async ({ params }) => {
      const tile = parseTilePath(`tile/${params['*']}`)
      if (!tile) throw new ApiError('NOT_FOUND')
      return reply(await service.tile(tile), BYTES, FOREVER)
    })
}
