import { useNavigate } from 'react-router-dom'
import { showFailure, showToast, TOAST_MS } from '#desktop/renderer/components/toast.ts'
import { useCreateVote } from '#desktop/renderer/features/votes/api/create-vote.ts'
import { refreshVotes } from '#desktop/renderer/features/votes/api/vote-keys.ts'
import { worthOf } from '#desktop/renderer/features/votes/model/offer-of.ts'
import { saveFailureOf } from '#desktop/renderer/features/votes/model/save-failure.ts'
import { useOneAtATime } from '#desktop/renderer/features/votes/model/use-one-at-a-time.ts'
import { hearVote } from '#desktop/renderer/features/votes/model/use-vote-count.ts'
import { saveFailureText } from '#desktop/renderer/platform/failure-text.ts'
import { useLanguage, useServices } from '#desktop/renderer/platform/services.ts'
import type { CreateVoteReply } from '#shared/contract/votes.ts'
import type { VoteChoice } from '#shared/rules/band.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { sayAlreadyVoted } from './say-already-voted.ts'
import { useAskNewRound } from './use-ask-new-round.ts'
import { usePostWords } from './use-post-words.ts'

interface CastVoteParts {
  userId: number
  /** The target of the round that the person means, ISO 8601, UTC. */
  meant: string
  /** Whether that round still takes votes, as far as this page knows. */
  isLive: boolean
  /** The person means another round from now on. */
  onMoveOn: (targetDate: string) => void
  /** The vote is cast. */
  onSaved: () => void
}

/** Casts a call and says what came of it; whatever fails, the person can try again. */
export function useCastVote({ userId, meant, isLive, onMoveOn, onSaved }: CastVoteParts) {
  const services = useServices()
  const { session, clock, analytics } = services
  const language = useLanguage()
  const { p, t, worth } = usePostWords()
  const navigate = useNavigate()
  const { mutateAsync } = useCreateVote()
  const askNewRound = useAskNewRound()

  const sayFailure = (error: Error) => {
    const text = saveFailureText(language, error, p('write.failed'), p('write.serverFailed'))
    showFailure('voteFailed', text)
  }

  const succeed = (vote: VoteChoice, { accessToken, offer }: CreateVoteReply) => {
    session.adoptAccess(accessToken)
    hearVote(userId, clock.now())
    analytics.track('vote_submit')
    const accepted = t('offer.accepted', { offer: worth(worthOf(vote, offer)) })
    showToast({ id: 'voteSaved', text: p('write.saved'), tone: 'good' }, TOAST_MS.vote)
    showToast({ id: 'voteOffer', text: accepted, tone: 'info' }, TOAST_MS.vote)
    refreshVotes(services)
    onSaved()
  }

  const fail = async (error: Error, vote: VoteChoice, content: string): Promise<void> => {
    const failure = saveFailureOf(error)
    if (failure === 'alreadyVoted') {
      hearVote(userId, clock.now())
      sayAlreadyVoted(t('list.alreadyVoted'))
      refreshVotes(services)
      return navigate(PATHS.votes, { replace: true })
    }
    if (failure === 'roundChanged') return askAgain(vote, content)
    if (failure === 'server') console.error(error)
    // A session that is over is said by whoever found out.
    if (failure !== 'session') sayFailure(error)
  }

  const askAgain = async (vote: VoteChoice, content: string): Promise<void> => {
    let targetDate: string | null
    try {
      targetDate = await askNewRound(vote)
    } catch (error) {
      if (error instanceof Error) sayFailure(error)
      return
    }
    if (targetDate === null) return
    onMoveOn(targetDate)
    return send(targetDate, vote, content)
  }

  const send = async (targetDate: string, vote: VoteChoice, content: string): Promise<void> => {
    let reply: CreateVoteReply
    try {
      reply = await mutateAsync({ targetDate, vote, content })
    } catch (error) {
      if (!(error instanceof Error)) throw error
      return fail(error, vote, content)
    }
    succeed(vote, reply)
  }

  const { run, isRunning } = useOneAtATime((vote: VoteChoice, content: string) =>
    isLive ? send(meant, vote, content) : askAgain(vote, content),
  )
  return { cast: run, isSaving: isRunning }
}
