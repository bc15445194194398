import { Link } from 'react-router-dom'
import { SessionNav } from '#desktop/renderer/features/auth/session-nav.tsx'
import { LanguagePicker } from '#desktop/renderer/features/settings/language-picker.tsx'
import { SettingsButton } from '#desktop/renderer/features/settings/settings-button.tsx'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './layout.module.css'
import { Logo } from './logo.tsx'
import { MainNav } from './main-nav.tsx'

export function Header() {
  const { t } = useLanguage()
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Link to={PATHS.home} className={styles.home} aria-label={t('header.home')}>
          <Logo />
          <span className={styles.name}>{t('app.name')}</span>
        </Link>
        <MainNav />
        <SettingsButton />
        <LanguagePicker />
        <SessionNav />
      </div>
    </header>
  )
}
