import type { AppEventBus } from '#api/events.ts'

/** A list that remembers ids at positions. */
interface Positions {
  /** Forgets positions of rows with a higher id. */
  forgetPositions(id: number): void
}

interface ListPositionsDeps {
  votes: Positions
  posts: Positions
  bus: Pick<AppEventBus, 'on' | 'onInvalidateAll'>
}

/** Forgets positions of lists after each row that joins or leaves them in another place than the top. */
export function followListPositions({ votes, posts, bus }: ListPositionsDeps): void {
  // An edit may have added or removed the note.
  bus.on('vote', ({ voteId, first: isNew }) => !isNew && votes.forgetPositions(voteId - 1))
  // A ban may have hidden any post of its author; an erasure withdraws votes of the open round.
  bus.on('moderation', ({ target, id }) => {
    if (target === 'reply') return
    if (target !== 'post') votes.forgetPositions(target === 'vote' ? id - 1 : 0)
    if (target !== 'vote') posts.forgetPositions(target === 'post' ? id : 0)
  })
  bus.onInvalidateAll(() => {
    votes.forgetPositions(0)
    posts.forgetPositions(0)
  })
}
