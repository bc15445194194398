import { useTexts } from '#desktop/renderer/platform/services.ts'
import { moderationTexts } from '#shared/i18n/screens/moderation.ts'
import { useOwnActs } from './api.ts'
import { ActDetails } from './components/act-details.tsx'
import styles from './components/own.module.css'

interface OwnHiddenNoticeProps {
  userId: number
  target: 'vote' | 'post'
  id: number
}

/** Explains to the author why a text is hidden; the default export of a lazy chunk. */
export default function OwnHiddenNotice({ userId, target, id }: OwnHiddenNoticeProps) {
  const t = useTexts(moderationTexts)
  const { data: acts = [] } = useOwnActs(userId)
  // A ban hides texts without an act of their own.
  const act = acts.find((one) => one.act === 'hide' && one.target === target && one.targetId === id)
  return (
    <section className={styles.notice} aria-label={t('hidden.badge')}>
      <p>{t(`own.hidden.${target}`)}</p>
      {act && <ActDetails act={act} acts={acts} />}
    </section>
  )
}
