import { useLocation } from 'react-router-dom'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import { useConfirmLogin } from '#desktop/renderer/features/auth/auth-guard.tsx'
import { saveFailureText } from '#desktop/renderer/platform/failure-text.ts'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'

/**
 * Says why a text was not saved; `otherwise` when the server gave no reason. Whoever is no longer
 * logged in is asked to log in again, and may also stay with what they have written.
 */
export function useSaveFailure(otherwise: string): (error: Error) => void {
  const language = useLanguage()
  const confirmLogin = useConfirmLogin()
  const { pathname, search } = useLocation()
  return (error) => {
    showFailure('save', saveFailureText(language, error, otherwise))
    if (error instanceof ApiFailure && error.status === 401) confirmLogin(pathname + search, null)
  }
}
