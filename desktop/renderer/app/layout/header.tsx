import { Link, NavLink } from 'react-router-dom'
import { useIdleModule } from '#desktop/renderer/components/use-idle-module.ts'
import { SessionNav } from '#desktop/renderer/features/auth/session-nav.tsx'
import { SearchButton } from '#desktop/renderer/features/search/search-button.tsx'
import { LanguagePicker } from '#desktop/renderer/features/settings/language-picker.tsx'
import { SettingsButton } from '#desktop/renderer/features/settings/settings-button.tsx'
import { useLanguage, useUser } from '#desktop/renderer/platform/services.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './header.module.css'
import { HEADER_PLACES } from './places.ts'

const loadBell = () => import('#desktop/renderer/features/notifications/bell.tsx')

/** The bell, which is loaded after the first view. */
function LazyBell() {
  const user = useUser()
  const bell = useIdleModule(user && loadBell)
  return user && <span className={styles.bell}>{bell && <bell.Bell userId={user.id} />}</span>
}

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
          {HEADER_PLACES.map(({ to, text, isWide }) => (
            <NavLink key={to} to={to} className={styles.link ?? ''} data-wide={isWide}>
              {t(text)}
            </NavLink>
          ))}
        </nav>
        <span className={styles.search}>
          <SearchButton />
        </span>
        <LazyBell />
        <SettingsButton />
        <LanguagePicker />
        <SessionNav />
      </div>
    </header>
  )
}
