import { Link } from 'react-router-dom'
import { Section } from '#desktop/renderer/components/section.tsx'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { moderationTexts } from '#shared/i18n/screens/moderation.ts'
import { reportedPath } from '#shared/rules/reported-path.ts'
import { useOwnActs } from './api.ts'
import { ActDetails } from './components/act-details.tsx'
import styles from './components/own.module.css'

/** The moderators' acts against the user with appeals and answers; nothing when there are none. */
export function OwnModeration({ userId }: { userId: number }) {
  const t = useTexts(moderationTexts)
  const { format } = useLanguage()
  const { data: acts } = useOwnActs(userId)
  if (!acts || acts.length === 0) return null
  return (
    <Section heading={t('own.heading')}>
      <p className={styles.lead}>{t('own.lead')}</p>
      <ol className={styles.acts}>
        {acts.map((act) => {
          const path = reportedPath(act)
          return (
            <li key={act.id} className={styles.act}>
              <p className={styles.head}>
                <strong>{t(`act.${act.act}`)}</strong>
                <time dateTime={act.created}>{format.date(Date.parse(act.created))}</time>
              </p>
              <p className={styles.excerpt}>
                {t(`target.${act.target}`)}: <bdi>{act.excerpt || '—'}</bdi>{' '}
                {path && <Link to={path}>{t('own.show')}</Link>}
              </p>
              <ActDetails act={act} acts={acts} />
            </li>
          )
        })}
      </ol>
    </Section>
  )
}
