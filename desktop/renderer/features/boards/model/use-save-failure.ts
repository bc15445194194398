import { useLocation } from 'react-router-dom'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import { useAskLogin } from '#desktop/renderer/features/auth/ask-login.ts'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import { saveFailure } from './save-failure.ts'

/**
 * Says why a text was not saved; `otherwise` when the server gave no reason. Whoever is no longer
 * logged in is asked to log in again, and may also stay with what they have written.
 */
export function useSaveFailure(otherwise: string): (error: Error) => void {
  const language = useLanguage()
  const askLogin = useAskLogin()
  const { pathname, search } = useLocation()
  return (error) => {
    showFailure('save', saveFailure(language, error, otherwise))
    if (error instanceof ApiFailure && error.status === 401) askLogin(pathname + search, null)
  }
}
