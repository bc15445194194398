import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { Badge } from '#desktop/renderer/components/badge.tsx'
import { buttonClass } from '#desktop/renderer/components/button.tsx'
import { TextHeading, TextTitle } from '#desktop/renderer/components/text-heading.tsx'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import type { ModerationTarget } from '#shared/contract/moderation.ts'
import { moderationTexts } from '#shared/i18n/screens/moderation.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './components/own.module.css'

/** Few authors need it. */
const OwnHiddenNotice = lazy(() => import('./components/act-details.tsx'))

/** Mark of a hidden text for those who still see it. */
export function HiddenBadge() {
  const t = useTexts(moderationTexts)
  return <Badge tone="warn">{t('hidden.badge')}</Badge>
}

/** In place of a hidden note. */
export function HiddenNote() {
  const t = useTexts(moderationTexts)
  return <>{t('hidden.note')}</>
}

interface OwnHiddenProps {
  userId: number
  target: Exclude<ModerationTarget, 'nickname'>
  id: number
}

/** Reason and appeal above an own hidden text. */
export function OwnHidden(props: OwnHiddenProps) {
  return (
    <Suspense fallback={null}>
      <OwnHiddenNotice {...props} />
    </Suspense>
  )
}

/** In place of a post that moderators have hidden; `back` is the path that it was opened from. */
export function HiddenPost({ back }: { back: string }) {
  const t = useTexts(moderationTexts)
  return (
    <section className={styles.hiddenPost}>
      <TextTitle text={t('hidden.title')} />
      <TextHeading className={styles.title}>{t('hidden.title')}</TextHeading>
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
