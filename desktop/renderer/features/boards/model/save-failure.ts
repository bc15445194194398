import { ApiFailure } from '../../../../common/api-failure.ts'
import { failureText } from '../../../platform/failure-text.ts'
import type { Language } from '../../../platform/language.ts'

/** Why something was not saved: the server's words when it refused, else `otherwise`. */
export function saveFailure(language: Language, error: Error, otherwise: string): string {
  const isRefusal = error instanceof ApiFailure && error.status >= 400 && error.status < 500
  return (isRefusal && failureText(language, error)) || otherwise
}
