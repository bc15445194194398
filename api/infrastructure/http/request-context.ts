import { Elysia } from 'elysia'
import type { ErrorCode } from '#shared/contract/error-codes.ts'

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

const initial = (): RequestContext => ({
  requestId: '',
  clientAddress: '',
  startedAt: 0,
  errorCode: undefined,
})

/** Types the per-request fields for the modules that read them; `trackRequests` sets them. */
export const requestContext = new Elysia({ name: 'request-context' }).decorate(initial())
