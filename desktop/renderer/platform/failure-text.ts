import { ApiFailure } from '#desktop/shared/api-failure.ts'
import { errorText } from '#shared/i18n/error-text.ts'
import type { Language } from './language.ts'

/** Why a call failed, in the person's language; empty when there is nothing more to say. */
export function failureText({ t, locale }: Language, error: Error | null): string {
  if (!(error instanceof ApiFailure)) return ''
  if (error.code === 'UNREACHABLE') return t('state.unreachable')
  return errorText(locale, error.code) ?? ''
}
