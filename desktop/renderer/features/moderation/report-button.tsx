import { useLocation } from 'react-router-dom'
import { useLazyModule } from '#desktop/renderer/components/use-lazy-module.ts'
import { useConfirmLogin } from '#desktop/renderer/features/auth/auth-guard.tsx'
import { useSession, useTexts } from '#desktop/renderer/platform/services.ts'
import { moderationTexts } from '#shared/i18n/screens/moderation.ts'
import type { Reportable } from './components/report-dialog.tsx'
import styles from './report-button.module.css'

/** Opens the report dialog for a text and the nickname of its author; nothing on own texts, nor without an author. */
export function ReportButton({ item }: { item: Reportable }) {
  const t = useTexts(moderationTexts)
  const session = useSession()
  const confirmLogin = useConfirmLogin()
  const { pathname, search } = useLocation()
  const dialog = useLazyModule(() => import('./components/report-dialog.tsx'))
  // A deleted author has the id 0; neither note nor nickname is left to report.
  if (session.status === 'checking' || item.author.id === 0) return null
  const isGuest = session.status === 'guest'
  if (!isGuest && session.user.id === item.author.id) return null
  const Dialog = dialog.module?.ReportDialog
  return (
    <>
      <button
        type="button"
        className={styles.report}
        {...dialog.prefetchProps}
        onClick={() => (isGuest ? confirmLogin(pathname + search, null) : dialog.open())}
      >
        {t('report.action')}
      </button>
      {Dialog && <Dialog item={item} onClose={dialog.close} />}
    </>
  )
}
