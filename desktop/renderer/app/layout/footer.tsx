import { useLanguage, useServices } from '../../platform/services.ts'
import styles from './layout.module.css'

export function Footer() {
  const { t } = useLanguage()
  const year = new Date(useServices().clock.now()).getFullYear()
  return (
    <footer className={styles.footer}>
      <div className={styles.foot}>
        <span>{t('footer.copyright', { year })}</span>
        <span>{t('footer.note')}</span>
      </div>
    </footer>
  )
}
