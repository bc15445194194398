import { saveFailureOf } from '#desktop/renderer/features/votes/model/save-failure.ts'
import { failureText } from '#desktop/renderer/platform/failure-text.ts'
import type { Language } from '#desktop/renderer/platform/language.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'

/** What is said when there are no words of the server. */
interface Otherwise {
  refused: string
  server: string
}

/** Why something was not saved: the server's words in the person's language, if it has any. */
export function refusalText(language: Language, error: Error, otherwise: Otherwise): string {
  if (!(error instanceof ApiFailure) || saveFailureOf(error) === 'server') return otherwise.server
  return failureText(language, error) || error.message || otherwise.refused
}
