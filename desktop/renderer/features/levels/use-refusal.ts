import { loadErrorText, saveFailureText } from '#desktop/renderer/platform/failure-text.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import { levelTexts } from '#shared/i18n/screens/levels.ts'

/** Returns a function that says in the user's language why a change of levels failed. */
export function useRefusal(): (error: unknown) => Promise<string> {
  const language = useLanguage()
  const t = useTexts(levelTexts)
  return async (error) => {
    if (error instanceof ApiFailure && error.code === 'NOT_FOUND') return t('level.gone')
    await loadErrorText(error)
    return saveFailureText(language, error, t('level.refused'), t('level.unreachable'))
  }
}
