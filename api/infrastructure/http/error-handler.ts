import { Elysia, NotFoundError, ParseError, ValidationError } from 'elysia'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { isDatabaseAway } from './database-away.ts'
import { factsOf } from './request-facts.ts'
import { type AddressParts, refusalOf } from './validation.ts'

/** The refusal that an error amounts to; null for one that is our own fault. */
function toApiError(error: unknown, address: AddressParts): ApiError | null {
  if (error instanceof ApiError) return error
  if (error instanceof ValidationError) {
    return error.type === 'response' ? null : refusalOf(error, address)
  }
  if (error instanceof NotFoundError) return new ApiError('NOT_FOUND')
  if (error instanceof ParseError) {
    return error.cause instanceof ApiError ? error.cause : new ApiError('MALFORMED')
  }
  return isAuthorLost(error) ? new ApiError('TOKEN_INVALID') : null
}

/** A genuine token may outlive its account for minutes: then what it writes has no author. */
function isAuthorLost(error: unknown): boolean {
  return error instanceof Error && /_user_id_fkey\b/.test(error.message)
}

/** What our own fault is told as. */
function failureOf(error: unknown): ApiError {
  if (!isDatabaseAway(error)) return new ApiError('INTERNAL')
  return new ApiError('NOT_READY', { headers: { 'retry-after': '2' } })
}

/** Answers every error as JSON with a code: never a stack, never a message of the database. */
export function errorHandler(log: Log) {
  return new Elysia({ name: 'errors' }).onError(
    { as: 'global' },
    ({ error, request, params, query }) => {
      const facts = factsOf(request)
      const known = toApiError(error, { params, query })
      const refusal = known ?? failureOf(error)
      facts.refusal = refusal.code
      if (!known) log.error({ err: error, requestId: facts.id }, 'request failed')
      return refusal.response()
    },
  )
}
