import { useMemo, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { confirm } from '#desktop/renderer/components/confirm.ts'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { showToast, TOAST_MS } from '#desktop/renderer/components/toast.ts'
import { type ChartFocus, useChartFocus } from '#desktop/renderer/features/chart/chart-focus.ts'
import { type DraftState, useDraft } from '#desktop/renderer/features/editor/use-draft.ts'
import { useFirst } from '#desktop/renderer/features/editor/use-first.ts'
import { useSave } from '#desktop/renderer/features/editor/use-save.ts'
import { EditCountdown, useIsEditable } from '#desktop/renderer/features/posts/edit-window.tsx'
import { idOf } from '#desktop/renderer/features/posts/list-url.ts'
import { useSummary } from '#desktop/renderer/platform/live/summary-query.ts'
import { useServices, useUser } from '#desktop/renderer/platform/services.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import type { RoundDetail } from '#shared/contract/rounds.ts'
import type { EditVoteReply, VoteDetail } from '#shared/contract/votes.ts'
import type { VoteChoice } from '#shared/rules/band.ts'
import { callValue } from '#shared/rules/offer-value.ts'
import { PATHS, voteEditPath } from '#shared/rules/paths.ts'
import {
  refreshVotes,
  roundQuery,
  useFreshVote,
  usePricedRound,
  useUpdateVote,
  useVote,
} from './api.ts'
import styles from './components/editor-page.module.css'
import { LoginNotice, PageNotice, RequireUser, VoteFailure } from './components/page-notice.tsx'
import { useSaveFailure, VoteForm } from './components/vote-form.tsx'
import { recordLocalVote, useIsLive } from './eligibility.ts'
import { currentOffer, storedOffer } from './offer.ts'
import { useVotePageText } from './use-vote-page-text.ts'

/** Codes of a vote that another user has written. */
const OTHERS = ['VOTE_REQUIRED', 'READING_LOCKS']

/** The editor for the user's own vote, within an hour of its creation. */
export function Component() {
  const { p, core } = useVotePageText()
  const id = idOf(useParams().id)
  const heading = p('edit.heading')
  return (
    <div className={styles.page}>
      <title>{`${p('edit.title')} · ${core('app.name')}`}</title>
      {id === null ? (
        <PageNotice heading={heading} text={p('view.notFound')} />
      ) : (
        <RequireUser
          heading={heading}
          checkingText={core('login.checking')}
          from={voteEditPath(id)}
          outlivesSession
        >
          {(userId) => <OwnVote key={`${id} ${userId}`} id={id} userId={userId} />}
        </RequireUser>
      )}
    </div>
  )
}

function OwnVote({ id, userId }: { id: number; userId: number }) {
  const { p } = useVotePageText()
  const isGuest = useUser() === null
  const { data, error, isFetchedAfterMount, refetch } = useFreshVote(id)
  const { isPending: isTimeUnknown } = useSummary()
  // Form and edit window are initialized once, so they need the fresh vote and the server's time.
  const vote = useFirst(isFetchedAfterMount && !isTimeUnknown ? data : undefined)
  const heading = p('edit.heading')
  const isOthers = error instanceof ApiFailure && OTHERS.includes(error.code)
  if (isOthers || (vote && vote.uid !== userId)) {
    return <PageNotice heading={heading} text={p('edit.notYours')} />
  }
  if (vote) return <EditableVote vote={vote} />
  if (isGuest) return <LoginNotice heading={heading} from={voteEditPath(id)} />
  if (error) return <VoteFailure heading={heading} error={error} onRetry={() => refetch()} />
  return <Loading text={p('view.loading')} />
}

/** Checked on entry: the end of the edit window must not discard the text being written. */
function EditableVote({ vote }: { vote: VoteDetail }) {
  const { p } = useVotePageText()
  const isEditable = useIsEditable(vote.created)
  const [wasEditable] = useState(isEditable)
  if (wasEditable) return <EditWithDraft vote={vote} isOver={!isEditable} />
  return <PageNotice heading={p('edit.heading')} text={p('edit.closed')} />
}

interface EditProps {
  /** The vote as loaded on entry. */
  vote: VoteDetail
  /** Whether the edit window has closed since. */
  isOver: boolean
}

function EditWithDraft(props: EditProps) {
  const { core } = useVotePageText()
  const draft = useDraft({ kind: 'vote', postId: props.vote.id }, props.vote.uid)
  if (!draft.isReady) return <Loading text={core('state.loading')} />
  return <EditForm {...props} draft={draft} />
}

/** After its round has closed, or the author has read another note, a vote's direction is fixed. */
function EditForm({ vote, isOver, draft }: EditProps & { draft: DraftState }) {
  const { p, t, format, offerText } = useVotePageText()
  const navigate = useNavigate()
  const initialHtml = draft.restored?.content ?? vote.content
  const html = useRef(initialHtml)
  const [chosen, setChosen] = useState(draft.restored?.choice ?? vote.voteChoice)
  const [hasTyped, setTyped] = useState(draft.restored !== null)
  const isLive = useIsLive(vote.targetTime)
  const { data: present = vote } = useVote(vote.id)
  const isLocked = present.directionLocked ?? false
  const choice = isLive && !isLocked ? chosen : vote.voteChoice
  const { data: round } = usePricedRound(vote.targetTime)
  useEditFocus(vote, choice, isLive)
  const isDirty = hasTyped || choice !== vote.voteChoice
  const changeText = useChangeText(vote)
  const { save, isSaving } = useSaveEdit({ vote, isLive, isDirty, draft, changeText })

  const offerOf = (option: VoteChoice): string => {
    if (option === vote.voteChoice) return offerText(storedOffer(option, vote.offer))
    return round ? offerText(currentOffer(option, round)) : t('offer.loading')
  }
  const frozenReason = isLocked ? p('edit.locked') : null
  return (
    <>
      <div className={styles.top}>
        <h1>{p('edit.heading')}</h1>
        <p>{p('edit.lead', { target: format.date(Date.parse(vote.targetTime)) })}</p>
        <EditCountdown created={vote.created}>
          {(time) => time && <p>{p('edit.timeLeft', { time })}</p>}
        </EditCountdown>
      </div>
      {isOver && (
        <p className={styles.notice} role="alert">
          {p('edit.over')}
        </p>
      )}
      <VoteForm
        choice={choice}
        onChoose={(option) => {
          setChosen(option)
          if (hasTyped || option !== vote.voteChoice)
            draft.save({ content: html.current, choice: option })
          else draft.clear()
        }}
        refPrice={vote.refPrice}
        offerOf={offerOf}
        frozenReason={isLive ? frozenReason : p('edit.frozen')}
        hint={choice === vote.voteChoice || !round ? null : changeText(choice, round)}
        initialHtml={initialHtml}
        onChange={(content) => {
          html.current = content
          setTyped(true)
          draft.save({ content, choice })
        }}
        submitText={p('edit.submit')}
        isSaving={isSaving}
        isOver={isOver}
        onSubmit={save}
        onCancel={() => navigate(PATHS.votes)}
      />
    </>
  )
}

/** Returns a function that says what a changed direction closes, and what the new one offers. */
function useChangeText(vote: VoteDetail): (choice: VoteChoice, round: RoundDetail) => string {
  const { p, format, offerText, directionText } = useVotePageText()
  const { voteChoice, offer, carried } = vote
  return (choice, round) => {
    if (!round.chances) return p('edit.noPrice')
    const points = format.signed(callValue({ choice: voteChoice, offer }, round.chances))
    const parts = [
      p('edit.repriced', { points }),
      p('edit.newOffer', {
        direction: directionText(choice),
        offer: offerText(currentOffer(choice, round)),
      }),
    ]
    if (carried !== 0) parts.push(p('edit.carriedSoFar', { carried: format.signed(carried) }))
    return parts.join(' ')
  }
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

interface SaveEditOptions {
  vote: VoteDetail
  isLive: boolean
  isDirty: boolean
  draft: DraftState
  changeText: ReturnType<typeof useChangeText>
}

function useSaveEdit({ vote, isLive, isDirty, draft, changeText }: SaveEditOptions) {
  const services = useServices()
  const { queries } = services
  const { p, t, offerText } = useVotePageText()
  const navigate = useNavigate()
  const { mutateAsync } = useUpdateVote(vote.id)
  const showFailure = useSaveFailure('voteEditFailed', p('edit.failed'), p('edit.serverFailed'))

  /** Shows what the change closes and offers at the price of the moment. */
  const confirmChange = async (choice: VoteChoice): Promise<boolean> => {
    const query = roundQuery(services, vote.targetTime)
    const round = await queries.fetchQuery({ ...query, staleTime: 0 })
    // Without a price the server refuses the change and says so.
    if (!round.chances) return true
    const text = changeText(choice, round)
    return confirm({ text, yes: p('edit.changeYes'), no: p('edit.changeNo') })
  }

  const send = async (choice: VoteChoice, content: string): Promise<EditVoteReply | null> => {
    if (choice !== vote.voteChoice && !(await confirmChange(choice))) return null
    return mutateAsync({ vote: choice, content })
  }

  return useSave({
    send,
    onSaved({ offer }, choice) {
      // A vote of the closed round does not count for the current period.
      if (isLive) recordLocalVote(vote.uid, services.clock.now())
      services.analytics.track('vote_edit')
      showToast({ id: 'voteEdited', text: p('edit.saved'), tone: 'good' }, TOAST_MS.vote)
      if (choice !== vote.voteChoice) {
        const accepted = t('offer.accepted', { offer: offerText(storedOffer(choice, offer)) })
        showToast({ id: 'voteOffer', text: accepted, tone: 'info' }, TOAST_MS.vote)
      }
      refreshVotes(services)
    },
    onFailure(error) {
      showFailure(error)
      // Another window has read a note since: the directions lock here too.
      if (error instanceof ApiFailure && error.code === 'DIRECTION_LOCKED') refreshVotes(services)
    },
    leave: () => navigate(PATHS.votes),
    draft,
    isDirty,
  })
}
