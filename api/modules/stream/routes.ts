import { Elysia } from 'elysia'
import { addressGroup } from '#api/infrastructure/http/client-address.ts'
import { requestContext } from '#api/infrastructure/http/request-context.ts'
import { STREAM_PATH } from '#shared/contract/endpoints.ts'
import type { Stream } from './stream.ts'

/** The live stream over HTTP: upgrades the request to a WebSocket. */
export function streamRoutes(stream: Stream) {
  return new Elysia({ name: 'stream' })
    .use(requestContext)
    .get(STREAM_PATH, ({ request, clientAddress }) => {
      stream.upgrade(request, addressGroup(clientAddress))
    })
}
