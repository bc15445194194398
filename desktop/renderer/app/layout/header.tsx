import { Link, NavLink } from 'react-router-dom'
import { SessionNav } from '#desktop/renderer/features/auth/session-nav.tsx'
import { LanguagePicker } from '#desktop/renderer/features/settings/language-picker.tsx'
import { SettingsButton } from '#desktop/renderer/features/settings/settings-button.tsx'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './header.module.css'
import { HEADER_PLACES } from './places.ts'

export function Header() {
  const { t } = useLanguage()
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Link to={PATHS.home} className={styles.home} aria-label={t('header.home')}>
          <img className={styles.logo} src="/icon.svg" width="26" height="26" alt="" />
          <span className={styles.name}>{t('app.name')}</span>
        </Link>
        <nav className={styles.nav} aria-label={t('nav.main')}>
          {HEADER_PLACES.map(({ to, text }) => (
            <NavLink key={to} to={to} className={styles.link ?? ''}>
              {t(text)}
            </NavLink>
          ))}
        </nav>
        <SettingsButton />
        <LanguagePicker />
        <SessionNav />
      </div>
    </header>
  )
}
