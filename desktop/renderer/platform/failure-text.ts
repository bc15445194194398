import { ApiFailure } from '#desktop/shared/api-failure.ts'
import { errorText } from '#shared/i18n/error-text.ts'
import type { Language } from './language.ts'

/** Whether the server answered with an error of its own; false when it could not be reached. */
export function isRefusal(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure && error.code !== 'UNREACHABLE'
}

/** Why a call failed, in the user's language; empty when there is no text for it. */
export function failureText({ t, locale }: Language, error: unknown): string {
  if (!(error instanceof ApiFailure)) return ''
  return isRefusal(error) ? (errorText(locale, error.code) ?? '') : t('state.unreachable')
}

/**
 * Why a save failed: the server's reason; `refused` when it gave none, `server` when it is
 * unreachable.
 */
export function saveFailureText(
  language: Language,
  error: unknown,
  refused: string,
  server = refused,
): string {
  if (!isRefusal(error) || error.code === 'INTERNAL') return server
  return failureText(language, error) || error.message || refused
}
