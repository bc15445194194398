import { Link, useLocation } from 'react-router-dom'
import { useLanguage, useSession } from '#desktop/renderer/platform/services.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './phone-bar.module.css'
import { isWithin, ME_ICON, PHONE_PLACES, type PhoneText } from './places.ts'

/** The main places at the bottom of phones. "Me" is the profile, for a guest the login. */
export function PhoneBar() {
  const { t } = useLanguage()
  const { pathname, search } = useLocation()
  const isGuest = useSession().status === 'guest'
  const isAtLogin = isWithin(pathname, PATHS.login)
  const isMine = isAtLogin || isWithin(pathname, PATHS.profile) || isWithin(pathname, '/settings')
  return (
    <nav className={styles.bar} aria-label={t('nav.phone')}>
      {PHONE_PLACES.map((place) => (
        <Item key={place.to} {...place} isCurrent={isWithin(pathname, place.to)} />
      ))}
      <Item
        to={isGuest ? PATHS.login : PATHS.profile}
        // The login returns to the screen it was opened from.
        from={isGuest && !isAtLogin ? pathname + search : undefined}
        text="nav.me"
        icon={ME_ICON}
        isCurrent={isMine}
      />
    </nav>
  )
}

interface ItemProps {
  to: string
  from?: string | undefined
  text: PhoneText
  icon: string
  isCurrent: boolean
}

function Item({ to, from, text, icon, isCurrent }: ItemProps) {
  const { t } = useLanguage()
  return (
    <Link
      to={to}
      state={from && { from }}
      className={styles.item}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={icon} />
      </svg>
      {t(text)}
    </Link>
  )
}
