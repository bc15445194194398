import { useState } from 'react'
import { showFailure, showToast, TOAST_MS } from '#desktop/renderer/components/toast.ts'
import { useEditVote } from '#desktop/renderer/features/votes/api/edit-vote.ts'
import { refreshVotes } from '#desktop/renderer/features/votes/api/vote-keys.ts'
import { saveFailureOf } from '#desktop/renderer/features/votes/model/save-failure.ts'
import { useOneAtATime } from '#desktop/renderer/features/votes/model/use-one-at-a-time.ts'
import { hearVote } from '#desktop/renderer/features/votes/model/use-vote-count.ts'
import { saveFailureText } from '#desktop/renderer/platform/failure-text.ts'
import { useLanguage, useServices } from '#desktop/renderer/platform/services.ts'
import type { VoteDetail } from '#shared/contract/votes.ts'
import type { VoteChoice } from '#shared/rules/band.ts'
import { usePostWords } from './use-post-words.ts'

/** Saves an edit and says what came of it. `isLive`: the vote's round takes votes. */
export function useSaveEdit(vote: VoteDetail, isLive: boolean) {
  const services = useServices()
  const language = useLanguage()
  const { p } = usePostWords()
  const { mutateAsync } = useEditVote(vote.id)
  const [isSaved, setSaved] = useState(false)

  const { run, isRunning } = useOneAtATime(async (choice: VoteChoice, content: string) => {
    try {
      await mutateAsync({ vote: choice, content })
    } catch (error) {
      if (!(error instanceof Error)) throw error
      const failure = saveFailureOf(error)
      if (failure === 'server') console.error(error)
      if (failure === 'session') return
      const text = saveFailureText(language, error, p('edit.failed'), p('edit.serverFailed'))
      return showFailure('voteEditFailed', text)
    }
    // An edit of the last round's vote says nothing about this period's.
    if (isLive) hearVote(vote.uid, services.clock.now())
    services.analytics.track('vote_edit')
    showToast({ id: 'voteEdited', text: p('edit.saved'), tone: 'good' }, TOAST_MS.vote)
    refreshVotes(services)
    setSaved(true)
  })
  return { save: run, isSaving: isRunning || isSaved, isSaved }
}
