import { createStore } from 'zustand/vanilla'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import type { errorText } from '#shared/i18n/error-text.ts'
import type { Language } from './language.ts'

/** Null until a first refusal: most visits need none of these texts. */
export const loadedErrorText = createStore<typeof errorText | null>(() => null)

/** Whether the server answered with an error of its own; false when it could not be reached. */
export function isRefusal(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure && error.code !== 'UNREACHABLE'
}

/** Loads the text of a refusal before it is shown. Never rejects. */
export async function loadErrorText(error: unknown): Promise<void> {
  if (!isRefusal(error)) return
  try {
    const texts = await import('#shared/i18n/error-text.ts')
    loadedErrorText.setState(() => texts.errorText, true)
  } catch {
    // The general sentence of the failure remains; the next refusal tries again.
  }
}

/** Why a call failed, in the user's language; empty when there is no text for it. */
export function failureText({ t, locale }: Language, error: unknown): string {
  if (!(error instanceof ApiFailure)) return ''
  if (!isRefusal(error)) return t('state.unreachable')
  return loadedErrorText.getState()?.(locale, error.code) ?? ''
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
