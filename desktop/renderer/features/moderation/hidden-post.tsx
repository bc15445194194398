import { Link } from 'react-router-dom'
import { buttonClass } from '#desktop/renderer/components/button.tsx'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { moderationTexts } from '#shared/i18n/screens/moderation.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './components/own.module.css'

/** In place of a post that moderators have hidden; `back` is the path of its board. */
export function HiddenPost({ back }: { back: string }) {
  const t = useTexts(moderationTexts)
  const { t: core } = useLanguage()
  return (
    <section className={styles.hiddenPost}>
      <title>{`${t('hidden.title')} · ${core('app.name')}`}</title>
      <h1>{t('hidden.title')}</h1>
      <p>{t('hidden.text')}</p>
      <p className={styles.links}>
        <Link to={back} className={buttonClass('primary')}>
          {t('hidden.back')}
        </Link>
        <Link to={PATHS.modlog} className={buttonClass('plain')}>
          {t('log.title')}
        </Link>
      </p>
    </section>
  )
}
