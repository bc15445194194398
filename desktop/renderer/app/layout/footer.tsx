import { Link } from 'react-router-dom'
import { useLanguage, useServices } from '#desktop/renderer/platform/services.ts'
import { CONTACT } from '#shared/i18n/contact.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './layout.module.css'

export function Footer() {
  const { t } = useLanguage()
  const year = new Date(useServices().clock.now()).getFullYear()
  return (
    <footer className={styles.footer}>
      <div className={styles.foot}>
        <span>{t('footer.copyright', { year })}</span>
        <span>{t('footer.note')}</span>
        <nav className={styles.legal} aria-label={t('footer.legal')}>
          <Link to={PATHS.terms}>{t('footer.terms')}</Link>
          <Link to={PATHS.privacy}>{t('footer.privacy')}</Link>
        </nav>
        <span>
          {t('footer.contact')} <a href={`mailto:${CONTACT}`}>{CONTACT}</a>
        </span>
      </div>
    </footer>
  )
}
