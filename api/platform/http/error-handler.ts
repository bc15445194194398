import { Elysia, NotFoundError, ParseError, ValidationError } from 'elysia'
import { ApiError } from '../errors.ts'
import type { Log } from '../log.ts'
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

/** A broken connection or a server that is starting: try again, rather than "our fault". */
function isDatabaseAway(error: unknown): boolean {
  const text = error instanceof Error ? `${error.name} ${error.message}` : ''
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return (
    /^(08|57P|53|ECONN|EPIPE|ENOTFOUND|P1001|P1017)/.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Can't reach database/.test(text)
  )
}

/** Answers every error as JSON with a code: never a stack, never a message of the database. */
export function errorHandler(log: Log) {
  return new Elysia({ name: 'errors' }).onError(
    { as: 'global' },
    ({ error, request, params, query }) => {
      const known = toApiError(error, { params, query })
      if (known) return known.response()
      const { id } = factsOf(request)
      log.error({ err: error, requestId: id }, 'request failed')
      return new ApiError(isDatabaseAway(error) ? 'NOT_READY' : 'INTERNAL', {
        headers: isDatabaseAway(error) ? { 'retry-after': '2' } : {},
      }).response()
    },
  )
}
