import { useSyncExternalStore } from 'react'
import { createStore } from 'zustand/vanilla'
import { showToast, TOAST_MS } from '#desktop/renderer/components/toast.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'
import { liveRound, periodStart } from '#shared/rules/schedule.ts'

interface Voter {
  id: number
  /** Time of the last vote in the access token, epoch milliseconds; 0 without one. */
  lastVoteTime: number
}

/** A vote that this page knows of before the access token does. */
interface LocalVote {
  userId: number
  /** Epoch milliseconds. */
  at: number
}

/**
 * The vote eligibility value: -1 for a guest, 0 when the user may vote, else the time of the vote in
 * the period of `now`. Times are epoch milliseconds, server time.
 */
export function voteCount(voter: Voter | null, local: LocalVote | null, now: number): number {
  if (!voter) return -1
  const localTime = local?.userId === voter.id ? local.at : 0
  const last = Math.max(voter.lastVoteTime, localTime)
  return last >= periodStart(now) ? last : 0
}

const localVote = createStore<LocalVote | null>(() => null)

/** Records a vote that the access token may not include; `at` is epoch milliseconds. */
export function recordLocalVote(userId: number, at: number): void {
  const { userId: voter, at: latest } = localVote.getState() ?? { userId, at }
  localVote.setState({ userId, at: voter === userId ? Math.max(latest, at) : at }, true)
}

/** The vote eligibility value, updated each second; see `voteCount`. */
export function useVoteCount(): number {
  const { seconds, clock, session } = useServices()
  const subscribe = (listener: () => void) => {
    const stores = [seconds, session.state, localVote]
    const unsubscribes = stores.map((store) => store.subscribe(listener))
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  }
  const read = () => {
    const state = session.state.getState()
    return voteCount(state.status === 'user' ? state.user : null, localVote.getState(), clock.now())
  }
  return useSyncExternalStore(subscribe, read, () => -1)
}

/** Whether the round of a target (ISO 8601, UTC) is live; updated each second. */
export function useIsLive(targetTime: string): boolean {
  const { seconds, clock } = useServices()
  const target = Date.parse(targetTime)
  return useSyncExternalStore(seconds.subscribe, () => liveRound(clock.now()).targetDate === target)
}

/** Shows a toast that the user has voted in this period. */
export function showAlreadyVoted(text: string): void {
  showToast({ id: 'alreadyVotedToast', text, tone: 'bad' }, TOAST_MS.vote)
}
