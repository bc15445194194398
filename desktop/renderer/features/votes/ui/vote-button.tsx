import { useLocation, useNavigate } from 'react-router-dom'
import { Button } from '#desktop/renderer/components/button.tsx'
import { useVoteCount } from '#desktop/renderer/features/votes/model/use-vote-count.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { prefetchEditor } from './prefetch-editor.ts'
import { sayAlreadyVoted } from './say-already-voted.ts'
import { useVoteWords } from './use-vote-words.ts'

/** Leads to the vote editor and comes back to this page; says so to who has voted. */
export function VoteButton() {
  const { t } = useVoteWords()
  const hasVoted = useVoteCount() > 0
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const prefetch = hasVoted ? undefined : prefetchEditor
  return (
    <Button
      kind={hasVoted ? 'plain' : 'primary'}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={() => {
        if (hasVoted) return sayAlreadyVoted(t('list.alreadyVoted'))
        return navigate(PATHS.voteWrite, { state: { from: pathname + search } })
      }}
    >
      {t('list.vote')}
    </Button>
  )
}
