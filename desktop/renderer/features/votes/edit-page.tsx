import { useMemo, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { Warning } from '#desktop/renderer/components/warning.tsx'
import { type ChartFocus, useChartFocus } from '#desktop/renderer/features/chart/chart-focus.ts'
import { NewerText } from '#desktop/renderer/features/editor/newer-text.tsx'
import { type DraftState, useDraft, useFirst } from '#desktop/renderer/features/editor/use-draft.ts'
import { MuteNotice } from '#desktop/renderer/features/moderation/mute-notice.tsx'
import { EditCountdown, useIsEditable } from '#desktop/renderer/features/posts/edit-window.tsx'
import { voteIdOf } from '#desktop/renderer/features/posts/list-url.ts'
import { useSummary } from '#desktop/renderer/platform/live/summary-query.ts'
import { useUser } from '#desktop/renderer/platform/services.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import type { VoteDetail } from '#shared/contract/votes.ts'
import type { VoteChoice } from '#shared/rules/band.ts'
import { EDIT_WINDOW_MS } from '#shared/rules/edit-window.ts'
import { PATHS, voteEditPath } from '#shared/rules/paths.ts'
import { roundOfTarget } from '#shared/rules/schedule.ts'
import { currentOffer, storedOffer, type VoteOffer } from '#shared/rules/vote-offer.ts'
import { useFreshVote, usePricedRound, useVote } from './api.ts'
import styles from './components/editor-page.module.css'
import { LoginNotice, PageNotice, RequireUser, VoteFailure } from './components/page-notice.tsx'
import { VoteForm } from './components/vote-form.tsx'
import { useIsLive } from './eligibility.ts'
import { useChangeText, useSaveEdit } from './use-save-edit.ts'
import { useVotePageText } from './use-vote-page-text.ts'

/** Codes of a vote that another user has written. */
const OTHERS = ['VOTE_REQUIRED', 'READING_LOCKS']

/** The editor for the user's own vote, within an hour of its creation. */
export function Component() {
  const { pageText, core } = useVotePageText()
  const id = voteIdOf(useParams().id)
  const heading = pageText('edit.heading')
  return (
    <div className={styles.page}>
      <title>{`${pageText('edit.title')} · ${core('app.name')}`}</title>
      {id === null ? (
        <PageNotice heading={heading} text={pageText('view.notFound')} />
      ) : (
        <RequireUser
          heading={heading}
          checkingText={core('login.checking')}
          from={voteEditPath(id)}
          outlivesSession
        >
          {(userId) => (
            <>
              <MuteNotice />
              <OwnVote key={`${id} ${userId}`} id={id} userId={userId} />
            </>
          )}
        </RequireUser>
      )}
    </div>
  )
}

function OwnVote({ id, userId }: { id: number; userId: number }) {
  const { pageText } = useVotePageText()
  const isGuest = useUser() === null
  const { data, error, isFetchedAfterMount, refetch } = useFreshVote(id)
  const { isPending: isTimeUnknown } = useSummary()
  // Form and edit window are initialized once, so they need the fresh vote and the server's time.
  const vote = useFirst(isFetchedAfterMount && !error && !isTimeUnknown ? data : undefined)
  const heading = pageText('edit.heading')
  const isOthers = error instanceof ApiFailure && OTHERS.includes(error.code)
  if (isOthers || (vote && vote.uid !== userId)) {
    return <PageNotice heading={heading} text={pageText('edit.notYours')} />
  }
  if (vote) return <EditableVote vote={vote} />
  if (isGuest) return <LoginNotice heading={heading} from={voteEditPath(id)} />
  if (error) return <VoteFailure heading={heading} error={error} onRetry={() => refetch()} />
  return <Loading text={pageText('view.loading')} />
}

/** Checked on entry: the end of the edit window must not discard the text being written. */
function EditableVote({ vote }: { vote: VoteDetail }) {
  const { pageText } = useVotePageText()
  const isEditable = useIsEditable(vote.created)
  const [wasEditable] = useState(isEditable)
  const [opened, setOpened] = useState(vote)
  if (wasEditable) {
    const key = opened.modified
    return <EditWithDraft key={key} vote={opened} isOver={!isEditable} onLoad={setOpened} />
  }
  return <PageNotice heading={pageText('edit.heading')} text={pageText('edit.closed')} />
}

interface EditProps {
  /** The vote that the edit begins with. */
  vote: VoteDetail
  /** Whether the edit window has closed since. */
  isOver: boolean
  /** Begins again with a vote that was edited elsewhere. */
  onLoad: (vote: VoteDetail) => void
}

function EditWithDraft(props: EditProps) {
  const { core } = useVotePageText()
  const draft = useDraft({ kind: 'vote', postId: props.vote.id }, props.vote.uid)
  if (!draft.isReady) return <Loading text={core('state.loading')} />
  return <EditForm {...props} draft={draft} />
}

/** After its round has closed, or the author has read another note, a vote's direction is fixed. */
function EditForm({ vote, isOver, onLoad, draft }: EditProps & { draft: DraftState }) {
  const { pageText, format } = useVotePageText()
  const navigate = useNavigate()
  const initialHtml = draft.restored?.content ?? vote.content
  const html = useRef(initialHtml)
  const base = draft.restored?.base ?? vote.content
  /** Null until a direction is chosen here: the stored one stays, even if another device changes it. */
  const [chosen, setChosen] = useState(draft.restored?.choice ?? null)
  const [hasTyped, setTyped] = useState(draft.restored !== null)
  const isLive = useIsLive(vote.targetTime)
  const { closesAt } = roundOfTarget(Date.parse(vote.targetTime))
  const { data: present = vote } = useVote(vote.id)
  const isLocked = present.directionLocked ?? false
  const choiceOf = ({ voteChoice, directionLocked = false }: VoteDetail) =>
    isLive && !directionLocked ? (chosen ?? voteChoice) : voteChoice
  const choice = choiceOf(present)
  const { data: round } = usePricedRound(vote.targetTime)
  useEditFocus(vote, choice, isLive)
  const isDirty = hasTyped || choice !== present.voteChoice
  const changeText = useChangeText()
  const options = { vote, present, base, choiceOf, isDirty, draft, changeText }
  const { save, isSaving, isWaiting, isNoteNewer } = useSaveEdit(options)

  const offerOf = (option: VoteChoice): VoteOffer | null => {
    if (option === present.voteChoice) return storedOffer(option, present.offer)
    return round ? currentOffer(option, round) : null
  }
  const frozenReason = isLocked ? pageText('edit.locked') : null
  return (
    <>
      <div className={styles.top}>
        <h1>{pageText('edit.heading')}</h1>
        <p>{pageText('edit.lead', { settles: format.date(Date.parse(vote.targetTime)) })}</p>
        <EditCountdown created={vote.created}>
          {(time) => time && <p>{pageText('edit.timeLeft', { time })}</p>}
        </EditCountdown>
        {isLive && !isLocked && closesAt < Date.parse(vote.created) + EDIT_WINDOW_MS && (
          <p>{pageText('edit.directionUntil', { time: format.time(closesAt) })}</p>
        )}
      </div>
      {isOver && <Warning>{pageText('edit.over')}</Warning>}
      {isNoteNewer && !isSaving && (
        <NewerText
          onLoad={() => {
            draft.clear()
            onLoad(present)
          }}
        />
      )}
      <VoteForm
        choice={choice}
        onChoose={(option) => {
          setChosen(option)
          if (hasTyped || option !== present.voteChoice)
            draft.save({ content: html.current, choice: option, base })
          else draft.clear()
        }}
        refPrice={vote.refPrice}
        offerOf={offerOf}
        frozenReason={isLive ? frozenReason : pageText('edit.frozen')}
        hint={choice === present.voteChoice || !round ? null : changeText(present, choice, round)}
        initialHtml={initialHtml}
        savedHtml={vote.content}
        onChange={(content) => {
          html.current = content
          setTyped(true)
          draft.save({ content, choice: chosen, base })
        }}
        submitText={pageText('edit.submit')}
        isSaving={isSaving}
        isWaiting={isWaiting}
        isOver={isOver}
        onSubmit={(_, content) => save(content)}
        onCancel={() => navigate(PATHS.votes)}
      />
    </>
  )
}

/** Draws the vote like a new one while its round is live, else like a viewed one. */
function useEditFocus(vote: VoteDetail, choice: VoteChoice, isLive: boolean): void {
  const { targetTime, refPrice } = vote
  const focus = useMemo<ChartFocus>(
    () => (isLive ? { kind: 'write', choice } : { kind: 'view', targetTime, refPrice, choice }),
    [isLive, choice, targetTime, refPrice],
  )
  useChartFocus(focus)
}
