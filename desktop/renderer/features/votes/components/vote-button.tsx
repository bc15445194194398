import { useLocation, useNavigate } from 'react-router-dom'
import { Button } from '#desktop/renderer/components/button.tsx'
import { prefetchEditor } from '#desktop/renderer/features/editor/load-editor.ts'
import { showAlreadyVoted, useVoteCount } from '#desktop/renderer/features/votes/eligibility.ts'
import { useVoteText } from '#desktop/renderer/features/votes/use-vote-text.ts'
import { PATHS } from '#shared/rules/paths.ts'

/** Opens the vote editor, which returns to this page; after a vote it shows a toast instead. */
export function VoteButton() {
  const { t } = useVoteText()
  const hasVoted = useVoteCount() > 0
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const prefetch = hasVoted ? undefined : prefetchEditor
  return (
    <Button
      kind={hasVoted ? 'plain' : 'primary'}
      data-shortcut="new"
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={() => {
        if (hasVoted) return showAlreadyVoted(t('list.alreadyVoted'))
        return navigate(PATHS.voteWrite, { state: { from: pathname + search } })
      }}
    >
      {t('list.vote')}
    </Button>
  )
}
