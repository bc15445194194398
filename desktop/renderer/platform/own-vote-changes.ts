import { queryKeys } from './query-keys.ts'
import type { Services } from './services.ts'

/** Name of the channel between the windows of this browser or app. */
export const CHANNEL = 'own-votes'

let channel: BroadcastChannel | undefined

/** One for the window, which does not receive its own messages. Opened by use: the server imports this too. */
function openChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel(CHANNEL)
  return channel
}

/** Notifies the other windows that an own vote was made or changed. */
export const publishOwnVoteChange = (): void => openChannel().postMessage(null)

/**
 * Refetches votes after one was made elsewhere, by the time of the last vote in the access token, and own votes
 * that another window has changed.
 */
export function refetchOwnVoteChanges({
  session,
  queries,
}: Pick<Services, 'session' | 'queries'>): void {
  const userOf = () => {
    const state = session.state.getState()
    return state.status === 'user' ? state.user : null
  }
  let known = userOf()
  session.state.subscribe(() => {
    const before = known
    known = userOf()
    if (!known || known.id !== before?.id || known.lastVoteTime === before.lastVoteTime) return
    queries.invalidateQueries({ queryKey: queryKeys.votes.all })
  })
  openChannel().onmessage = () => {
    const user = userOf()
    if (user) queries.invalidateQueries({ queryKey: queryKeys.votes.own(user.id) })
  }
}
