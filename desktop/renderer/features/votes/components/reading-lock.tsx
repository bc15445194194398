import { Button } from '#desktop/renderer/components/button.tsx'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import { useReadAndLock } from '#desktop/renderer/features/votes/api.ts'
import { useVotePageText } from '#desktop/renderer/features/votes/use-vote-page-text.ts'
import { saveFailureText } from '#desktop/renderer/platform/failure-text.ts'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { PageNotice } from './page-notice.tsx'

interface ReadingLockProps {
  id: number
  heading: string
  /** Path of the list page to return to. */
  back: string
}

/** Asks before the first note of the live round is read, which locks the reader's own direction. */
export function ReadingLock({ id, heading, back }: ReadingLockProps) {
  const { pageText } = useVotePageText()
  const language = useLanguage()
  const { mutate, isPending } = useReadAndLock(id)
  const read = () =>
    mutate(undefined, {
      onError: (error) =>
        showFailure('voteView', saveFailureText(language, error, pageText('view.failed'))),
    })
  return (
    <PageNotice
      heading={heading}
      text={pageText('view.locks')}
      more={pageText('view.locksMore')}
      back={back}
      backText={pageText('view.locksNo')}
    >
      <Button kind="primary" onClick={read} disabled={isPending}>
        {pageText('view.locksYes')}
      </Button>
    </PageNotice>
  )
}
