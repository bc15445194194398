import { useSyncExternalStore } from 'react'
import { createStore } from 'zustand/vanilla'
import { useServices } from '#desktop/renderer/platform/services.ts'
import { type HeardVote, voteCount } from './eligibility.ts'

const heard = createStore<HeardVote | null>(() => null)

/** Notes a vote of this person that the access token may not know of; `at` is epoch milliseconds. */
export function hearVote(userId: number, at: number): void {
  heard.setState({ userId, at }, true)
}

/** The vote eligibility value, judged anew each second; see `voteCount`. */
export function useVoteCount(): number {
  const { seconds, clock, session } = useServices()
  const subscribe = (listener: () => void) => {
    const ends = [seconds, session.state, heard].map((store) => store.subscribe(listener))
    return () => {
      for (const end of ends) end()
    }
  }
  return useSyncExternalStore(subscribe, () => {
    const state = session.state.getState()
    return voteCount(state.status === 'user' ? state.user : null, heard.getState(), clock.now())
  })
}
