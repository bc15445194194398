import { useSyncExternalStore } from 'react'
import { showToast, TOAST_MS } from '#desktop/renderer/components/toast.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'
import type { UserClaims } from '#shared/contract/auth.ts'
import { liveRound, periodStart } from '#shared/rules/schedule.ts'

/**
 * The vote eligibility value: -1 for a guest, 0 when the user may vote, else the time of the vote in
 * the period of `now`. Times are epoch milliseconds, server time.
 */
export function voteCount(voter: Pick<UserClaims, 'lastVoteTime'> | null, now: number): number {
  if (!voter) return -1
  return voter.lastVoteTime >= periodStart(now) ? voter.lastVoteTime : 0
}

/** The vote eligibility value, updated each second; see `voteCount`. */
export function useVoteCount(): number {
  const { seconds, clock, session } = useServices()
  const subscribe = (listener: () => void) => {
    const unsubscribes = [seconds, session.state].map((store) => store.subscribe(listener))
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  }
  const read = () => {
    const state = session.state.getState()
    return voteCount(state.status === 'user' ? state.user : null, clock.now())
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
