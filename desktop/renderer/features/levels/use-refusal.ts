import { loadErrorText, saveFailureText } from '#desktop/renderer/platform/failure-text.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import { levelTexts } from '#shared/i18n/screens/levels.ts'

/**
 * Returns a function that says in the user's language why a change of levels failed; `unreachable` when the server
 * could not be reached.
 */
export function useRefusal(): (error: unknown, unreachable?: string) => Promise<string> {
  const language = useLanguage()
  const t = useTexts(levelTexts)
  return async (error, unreachable = t('level.unreachable')) => {
    if (error instanceof ApiFailure && error.code === 'NOT_FOUND') return t('level.gone')
    // Only the price of a level can be typed wrong.
    if (error instanceof ApiFailure && error.code === 'INVALID') return t('level.invalid')
    await loadErrorText(error)
    return saveFailureText(language, error, t('level.refused'), unreachable)
  }
}
