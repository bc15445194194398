import { NavLink } from 'react-router-dom'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './main-nav.module.css'

const LINKS = [
  { to: PATHS.votes, text: 'nav.votes' },
  { to: PATHS.boards, text: 'nav.boards' },
  { to: PATHS.donation, text: 'nav.donation' },
] as const

/** The three places one goes to from everywhere. */
export function MainNav() {
  const { t } = useLanguage()
  return (
    <nav className={styles.nav} aria-label={t('nav.main')}>
      {LINKS.map(({ to, text }) => (
        <NavLink key={to} to={to} className={styles.link ?? ''}>
          {t(text)}
        </NavLink>
      ))}
    </nav>
  )
}
