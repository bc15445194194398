import { Elysia, NotFoundError, ParseError, ValidationError } from 'elysia'
import { isDatabaseUnavailable } from '#api/infrastructure/database/temporary-faults.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { createAllowedMethods, type Route } from './allowed-methods.ts'
import { requestContext } from './request-context.ts'
import { type FieldErrors, type UrlParts, validationError } from './validation.ts'

interface ErrorRepliesDeps {
  log: Log
  /** Error codes of single fields, where they differ from INVALID. */
  fieldErrors: FieldErrors
  /** Whether a write failed for want of its token's account; never by default. */
  isAccountDeleted?: (error: unknown) => boolean
  /** All routes, for the methods of an address. */
  routes: readonly Route[]
}

/** Replies to every error as JSON with a code: never a stack, never a message of the database. */
export function errorReplies(deps: ErrorRepliesDeps) {
  const { log, fieldErrors, isAccountDeleted = () => false, routes } = deps
  const allowedMethods = createAllowedMethods(routes)

  const notFound = (path: string, method: string): ApiError => {
    const allowed = allowedMethods(path)
    if (allowed.length === 0 || allowed.includes(method)) return new ApiError('NOT_FOUND')
    return new ApiError('METHOD_NOT_ALLOWED', { headers: { allow: allowed.join(', ') } })
  }

  /** The client's error; null for a fault of the server. */
  const clientError = (error: unknown, url: UrlParts): ApiError | null => {
    if (error instanceof ApiError) return error
    if (error instanceof ValidationError) {
      return error.type === 'response' ? null : validationError(error, url, fieldErrors)
    }
    if (error instanceof ParseError) {
      return error.cause instanceof ApiError ? error.cause : new ApiError('MALFORMED')
    }
    return isAccountDeleted(error) ? new ApiError('TOKEN_INVALID') : null
  }

  const serverError = (error: unknown): ApiError => {
    if (!isDatabaseUnavailable(error)) return new ApiError('INTERNAL')
    return new ApiError('NOT_READY', { headers: { 'retry-after': '2' } })
  }

  return new Elysia({ name: 'error-replies' })
    .use(requestContext)
    .onError({ as: 'global' }, function replyToError(context) {
      const { error, request, path, params, query, set } = context
      const known =
        error instanceof NotFoundError
          ? notFound(path, request.method)
          : clientError(error, { params, query })
      if (!known) log.error({ err: error, requestId: context.requestId }, 'request failed')
      const reply = known ?? serverError(error)
      context.errorCode = reply.code
      set.status = reply.status
      Object.assign(set.headers, reply.headers)
      return reply.body()
    })
}
