import { useLanguage, useServices } from '../../platform/services.ts'
import { useStore } from '../../platform/store.ts'
import styles from './layout.module.css'

/** Says above every screen that nothing new comes in. */
export function LinkNotice() {
  const { t } = useLanguage()
  const link = useStore(useServices().live.link)
  if (link !== 'offline') return null
  return (
    <p className={styles.notice} role="status">
      {t('link.offline')}
    </p>
  )
}
