import { FormatRegistry } from '@sinclair/typebox'
import type { ValidationError } from 'elysia'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { EditQuery } from '#shared/contract/common.ts'
import type { ErrorCode } from '#shared/contract/error-codes.ts'

/** Error codes of one body field: missing, text over its limit, any other wrong value. */
export interface FieldError {
  missing?: ErrorCode
  tooLong?: ErrorCode
  invalid?: ErrorCode
}

export type FieldErrors = Readonly<Record<string, FieldError>>

/** The parameters of a URL as sent, before they became numbers. */
export interface UrlParts {
  params: object | undefined
  query: object | undefined
}

function nameOfNumber(parts: object | undefined, number: unknown): string | undefined {
  return Object.entries(parts ?? {}).find(([, sent]) => Number(sent) === number)?.[0]
}

/** Elysia checks bounds while it converts text to numbers and does not name the parameter. */
function outOfBounds(number: unknown, { params, query }: UrlParts): ApiError {
  if (nameOfNumber(params, number) !== undefined) return new ApiError('NOT_FOUND')
  const field = nameOfNumber(query, number)
  return new ApiError('INVALID', field === undefined ? {} : { field })
}

function codeOf(value: unknown, { missing, tooLong, invalid }: FieldError): ErrorCode {
  const specific = value === undefined ? missing : typeof value === 'string' ? tooLong : undefined
  return specific ?? invalid ?? 'INVALID'
}

/**
 * The reply to a request that violates its schema: 404 when a path parameter is wrong, else the name
 * of the first wrong field with its code.
 */
export function validationError(
  error: ValidationError,
  url: UrlParts,
  fieldErrors: FieldErrors,
): ApiError {
  if (error.type === 'params') return new ApiError('NOT_FOUND')
  if (error.type === 'property') return outOfBounds(error.value, url)
  const first = error.all[0]
  const path = first && 'path' in first ? String(first.path) : ''
  const field = path.replace(/^\//, '').replaceAll('/', '.')
  if (field === '') return new ApiError('INVALID')
  const value = first && 'value' in first ? first.value : undefined
  const codes = Object.hasOwn(fieldErrors, field) ? fieldErrors[field] : undefined
  return new ApiError(codes ? codeOf(value, codes) : 'INVALID', { field })
}

/**
 * Epoch milliseconds of an instant in a request. The schema's pattern accepts a thirteenth month, so the date is
 * checked here.
 * @throws ApiError INVALID
 */
export function instantOf(text: string, field: string): number {
  const instant = Date.parse(text)
  if (Number.isNaN(instant)) throw new ApiError('INVALID', { field })
  return instant
}

/**
 * When the copy that an author edited had last changed, epoch milliseconds; null from older clients.
 * @throws ApiError INVALID
 */
export const seenOf = ({ seen }: EditQuery): number | null =>
  seen === undefined ? null : instantOf(seen, 'seen')

const DIGITS = /^(0|[1-9]\d{0,14})$/

/**
 * Restricts numbers in URLs to decimal digits. Elysia's own `numeric` format accepts whatever
 * JavaScript converts, so `/votes/0x1`, `/votes/1e0` and `/votes/%201` would all be vote 1.
 */
export function restrictNumbersToDigits(): void {
  FormatRegistry.Set('numeric', (text) => DIGITS.test(text))
}
