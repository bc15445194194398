import { Elysia } from 'elysia'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { ErrorCode } from '#shared/contract/errors.ts'
import { clientAddress, isTrustedPeer } from './client-address.ts'

export type RequestContext = {
  /** Taken from a trusted proxy or generated; in the log and in X-Request-Id. */
  requestId: string
  /** Address of the client, behind trusted proxies. */
  clientAddress: string
  /** Reading of `performance.now()` on arrival. */
  startedAt: number
  /** Error code of the reply, if it is an error. */
  errorCode: ErrorCode | undefined
}

const REQUEST_ID = /^[\w.-]{8,64}$/

const initial = (): RequestContext => ({
  requestId: '',
  clientAddress: '',
  startedAt: 0,
  errorCode: undefined,
})

/** Types the per-request fields for the modules that read them; `trackRequests` sets them. */
export const requestContext = new Elysia({ name: 'request-context' }).decorate(initial())

/**
 * Sets the fields of `RequestContext` before routing.
 * @throws ApiError MALFORMED when the Host header yields no valid URL
 */
export function trackRequests(trustedProxies: readonly string[]) {
  return new Elysia({ name: 'track-requests' })
    .use(requestContext)
    .onRequest(function trackRequest(context) {
      const { request } = context
      const peer = context.server?.requestIP(request)?.address ?? ''
      const proxyId = isTrustedPeer(peer, trustedProxies)
        ? request.headers.get('x-request-id')
        : null
      context.startedAt = performance.now()
      context.requestId = proxyId && REQUEST_ID.test(proxyId) ? proxyId : crypto.randomUUID()
      context.clientAddress = clientAddress(
        peer,
        request.headers.get('x-forwarded-for'),
        trustedProxies,
      )
      context.set.headers['x-request-id'] = context.requestId
      if (!URL.canParse(request.url)) throw new ApiError('MALFORMED')
    })
}
