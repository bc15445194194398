import { Link, useLocation } from 'react-router-dom'
import { buttonClass } from '#desktop/renderer/components/button.tsx'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './login-needed.module.css'

/** Stands where something would be that only those who are logged in may see. */
export function LoginNeeded() {
  const t = useTexts(boardsTexts)
  const { t: core } = useLanguage()
  const { pathname, search } = useLocation()
  return (
    <div className={styles.needed}>
      <p>{t('login.required')}</p>
      <Link
        to={PATHS.login}
        replace
        state={{ from: pathname + search }}
        className={buttonClass('plain')}
      >
        {core('login.yes')}
      </Link>
    </div>
  )
}
