import { useNavigate } from 'react-router-dom'
import { ask } from '#desktop/renderer/components/ask.ts'
import { useLanguage } from '#desktop/renderer/platform/services.ts'

/**
 * Asks a guest to log in: yes leads to the login in place of the current entry and then to `from`,
 * no to `otherwise`, or nowhere when that is null.
 */
export function useAskLogin(): (from: string, otherwise: string | null) => Promise<void> {
  const { t } = useLanguage()
  const navigate = useNavigate()
  return async (from, otherwise) => {
    const asked = location.href
    const wants = await ask({ text: t('login.ask'), yes: t('login.yes'), no: t('login.no') })
    if (wants) return navigate('/login', { replace: true, state: { from } })
    // Who has gone elsewhere meanwhile is not called back.
    if (otherwise !== null && location.href === asked) return navigate(otherwise, { replace: true })
  }
}
