import { failureText } from '#desktop/renderer/platform/failure-text.ts'
import type { Language } from '#desktop/renderer/platform/language.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'

/** Why something was not saved: the server's words when it refused, else `otherwise`. */
export function saveFailure(language: Language, error: Error, otherwise: string): string {
  const isRefusal = error instanceof ApiFailure && error.status >= 400 && error.status < 500
  return (isRefusal && failureText(language, error)) || otherwise
}
