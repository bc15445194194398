import type { ValidationError } from 'elysia'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { ErrorCode } from '#shared/contract/errors.ts'

/** Fields whose absence has a wording of its own. */
const REQUIRED_FIELDS: Record<string, ErrorCode> = {
  vote: 'DIRECTION_REQUIRED',
  content: 'CONTENT_REQUIRED',
  nickname: 'NICKNAME_EMPTY',
}

/** The parts of an address as they were sent, before they became numbers. */
export interface AddressParts {
  params: object | undefined
  query: object | undefined
}

/** The name of the part that was sent as `number`. */
function nameOf(parts: object | undefined, number: unknown): string | undefined {
  return Object.entries(parts ?? {}).find(([, sent]) => Number(sent) === number)?.[0]
}

/**
 * A number of the address outside its bounds. Elysia judges it while it turns text into numbers and
 * does not say where it stood, so it is looked for.
 */
function outOfBounds(number: unknown, { params, query }: AddressParts): ApiError {
  if (nameOf(params, number) !== undefined) return new ApiError('NOT_FOUND')
  const field = nameOf(query, number)
  return new ApiError('INVALID', field === undefined ? {} : { field })
}

/**
 * What a request that breaks its schema is told: 404 when its address names nothing, else the field
 * that is wrong and why.
 */
export function refusalOf(error: ValidationError, address: AddressParts): ApiError {
  if (error.type === 'params') return new ApiError('NOT_FOUND')
  if (error.type === 'property') return outOfBounds(error.value, address)
  const first = error.all[0]
  const path = first && 'path' in first ? String(first.path) : ''
  const field = path.replace(/^\//, '').replaceAll('/', '.')
  const value = first && 'value' in first ? first.value : undefined
  const required = REQUIRED_FIELDS[field]
  if (required && value === undefined) return new ApiError(required, { field })
  if (field === 'vote') return new ApiError('DIRECTION_REQUIRED', { field })
  if (field === 'content' && typeof value === 'string') {
    return new ApiError('CONTENT_TOO_LONG', { field })
  }
  if (field === 'nickname' && typeof value === 'string') {
    return new ApiError('NICKNAME_TOO_LONG', { field })
  }
  return field === '' ? new ApiError('INVALID') : new ApiError('INVALID', { field })
}
