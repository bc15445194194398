import { Link } from 'react-router-dom'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import styles from './back-link.module.css'

/** Link to the parent path, above a screen's heading. */
export function BackLink({ to }: { to: string }) {
  const { t } = useLanguage()
  return (
    <Link to={to} className={styles.back}>
      <span aria-hidden="true">←</span> {t('nav.back')}
    </Link>
  )
}
