import { useEffect, useRef, useState } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import { confirm } from '#desktop/renderer/components/confirm.ts'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { prefetchEditor } from '#desktop/renderer/features/editor/load-editor.ts'
import { type DraftState, useDraft } from '#desktop/renderer/features/editor/use-draft.ts'
import { MuteNotice } from '#desktop/renderer/features/moderation/mute-notice.tsx'
import type { Target } from '#shared/contract/summary.ts'
import type { VoteChoice } from '#shared/rules/band.ts'
import { isBlankPost } from '#shared/rules/is-blank.ts'
import { PeriodOver } from './components/new-vote-form.tsx'
import { VoteForm } from './components/vote-form.tsx'
import { useNewVote } from './use-new-vote.ts'
import { useVotePageText } from './use-vote-page-text.ts'

interface VoteInPlaceProps {
  userId: number
  /** The live round. */
  target: Target
  /** Where the note is written; null while it is closed or folded. */
  notePlace: HTMLElement | null
  isNoteOpen: boolean
  /** Opens and closes the place of the note. Must be stable. */
  onNoteOpen: (isOpen: boolean) => void
}

/**
 * Votes without leaving the screen: a direction, its offer, a confirmation. The note is written beside
 * it. The draft is the one of the vote's page, restored without asking.
 */
export function VoteInPlace(props: VoteInPlaceProps) {
  const { core } = useVotePageText()
  const draft = useDraft({ kind: 'vote', postId: null }, props.userId, true)
  if (!draft.isReady) return <Loading text={core('state.loading')} />
  return <NewVote {...props} draft={draft} />
}

function NewVote(props: VoteInPlaceProps & { draft: DraftState }) {
  const { target, draft, notePlace, isNoteOpen, onNoteOpen } = props
  const { pageText } = useVotePageText()
  const leave = () => onNoteOpen(false)
  const vote = useNewVote({ target, draft, leave })
  const { form, moveOn, isUnpriced } = vote
  const { choice } = form
  const hasDraftNote = !isBlankPost(draft.restored?.content ?? '')
  useEffect(() => {
    if (hasDraftNote) onNoteOpen(true)
    return () => onNoteOpen(false)
  }, [hasDraftNote, onNoteOpen])

  // A vote that nobody has begun follows the live round.
  const mayMoveOn = moveOn !== null && choice === null && !isNoteOpen
  useEffect(() => {
    if (mayMoveOn) moveOn?.()
  })

  const box = useRef<HTMLDivElement>(null)
  const [version, setVersion] = useState(0)
  useEffect(() => {
    if (version > 0) box.current?.querySelector<HTMLElement>('input:checked, input')?.focus()
  }, [version])
  const restart = (direction: VoteChoice | null) => {
    vote.reset(direction)
    onNoteOpen(false)
    setVersion(version + 1)
  }
  const toggleNote = async () => {
    if (!isNoteOpen || !vote.hasNote()) return onNoteOpen(!isNoteOpen)
    const discards = await confirm({
      text: pageText('note.discard'),
      yes: pageText('note.discardYes'),
      no: pageText('note.discardNo'),
    })
    if (discards) restart(choice)
  }

  return (
    <div ref={box}>
      <MuteNotice canVote />
      {moveOn && !mayMoveOn && <PeriodOver target={target} onMoveOn={moveOn} />}
      <VoteForm
        {...form}
        key={version}
        isDense
        // The offers say that they move; the panel has little height.
        hint={isUnpriced ? form.hint : null}
        notePlace={notePlace}
        hasNote={isNoteOpen}
        action={
          <Button
            kind="plain"
            aria-expanded={isNoteOpen}
            onPointerEnter={prefetchEditor}
            onFocus={prefetchEditor}
            onClick={toggleNote}
          >
            {pageText(isNoteOpen ? 'note.close' : 'note.open')}
          </Button>
        }
        onCancel={() => restart(null)}
      />
    </div>
  )
}
