import { Select } from '#desktop/renderer/components/select.tsx'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import type { ThreadOf } from '#desktop/renderer/features/threads/api.ts'
import { useFollowThread } from '#desktop/renderer/features/threads/follow-api.ts'
import { saveFailureText } from '#desktop/renderer/platform/failure-text.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { ThreadFollow } from '#shared/contract/thread.ts'
import { repliesTexts } from '#shared/i18n/screens/replies.ts'
import styles from './follow-select.module.css'

const FOLLOWS: readonly ThreadFollow[] = ['follow', 'none', 'mute']

interface FollowSelectProps {
  thread: ThreadOf
  follow: ThreadFollow
}

/** Whether the reader is notified of a thread. The short name of the state covers the long one. */
export function FollowSelect({ thread, follow }: FollowSelectProps) {
  const t = useTexts(repliesTexts)
  const language = useLanguage()
  const { mutateAsync } = useFollowThread(thread, follow)
  return (
    <span className={styles.follow} title={t(`follow.${follow}More`)}>
      <span className={styles.state} aria-hidden="true">
        {t(`follow.${follow}`)}
      </span>
      <Select
        label={t('follow.label')}
        value={follow}
        options={FOLLOWS.map((value) => ({ value, text: t(`follow.${value}More`) }))}
        onChange={(next) =>
          mutateAsync(next).catch((error: unknown) =>
            showFailure('threadFollow', saveFailureText(language, error, t('follow.failed'))),
          )
        }
      />
    </span>
  )
}
