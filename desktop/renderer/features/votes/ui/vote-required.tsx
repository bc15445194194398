import { Link } from 'react-router-dom'
import { buttonClass } from '#desktop/renderer/components/button.tsx'
import { PATHS } from '#shared/rules/paths.ts'

import { prefetchEditor } from './prefetch-editor.ts'
import { Refusal } from './refusal.tsx'
import { usePostWords } from './use-post-words.ts'

interface VoteRequiredProps {
  heading: string
  /** The vote that was to be read: one comes back to it after voting. */
  from: string
  back: string
}

/** The votes of others open with one's own. */
export function VoteRequired({ heading, from, back }: VoteRequiredProps) {
  const { p } = usePostWords()
  return (
    <Refusal heading={heading} text={p('view.voteFirst')} more={p('view.voteFirstWhy')} back={back}>
      <Link
        to={PATHS.voteWrite}
        state={{ from }}
        className={buttonClass('primary')}
        onPointerEnter={prefetchEditor}
        onFocus={prefetchEditor}
      >
        {p('view.voteNow')}
      </Link>
    </Refusal>
  )
}
