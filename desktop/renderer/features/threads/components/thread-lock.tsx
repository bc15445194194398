import { Button } from '#desktop/renderer/components/button.tsx'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import {
  type ThreadOf,
  type ThreadOrder,
  useReadAndLock,
} from '#desktop/renderer/features/threads/api.ts'
import { saveFailureText } from '#desktop/renderer/platform/failure-text.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { repliesTexts } from '#shared/i18n/screens/replies.ts'
import { votePostTexts } from '#shared/i18n/screens/vote-post.ts'
import styles from './thread-lock.module.css'

interface ThreadLockProps {
  thread: ThreadOf
  order: ThreadOrder
}

/** Asks the author of a note before the replies of others are read, which locks the own direction. */
export function ThreadLock({ thread, order }: ThreadLockProps) {
  const t = useTexts(repliesTexts)
  const voteText = useTexts(votePostTexts)
  const language = useLanguage()
  const { mutate, isPending } = useReadAndLock(thread, order)
  const read = () =>
    mutate(undefined, {
      onError: (error) =>
        showFailure('thread', saveFailureText(language, error, t('thread.failed'))),
    })
  return (
    <div className={styles.lock}>
      <p>{t('thread.locks')}</p>
      <p className={styles.more}>{voteText('view.locksMore')}</p>
      <Button kind="primary" onClick={read} aria-disabled={isPending || undefined}>
        {t('thread.locksYes')}
      </Button>
    </div>
  )
}
