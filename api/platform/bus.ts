/** What happened, for everyone who keeps something prepared. Facts only; readers look up the rest. */
export interface BusEvents {
  /** A vote was cast or changed. `first` is true for a new one. */
  vote: { voteId: number; roundId: number; first: boolean }
  post: { postId: number; board: 'frees' | 'notices' | 'suggestions' }
  reaction: { kind: 'vote' | 'post'; id: number }
  /** Views were counted. */
  views: { votes: boolean; posts: boolean }
  nickname: { userId: number }
  round: { event: 'opened' | 'referenced' | 'settled'; roundId: number; targetDate: number }
  sessionRevoked: { sessionId: string; at: number }
}

export type BusTopic = keyof BusEvents

export interface Bus {
  publish<Topic extends BusTopic>(topic: Topic, event: BusEvents[Topic]): void
  /** Listeners run at once and in order; one that throws does not stop the others. */
  on<Topic extends BusTopic>(
    topic: Topic,
    listener: (event: BusEvents[Topic]) => unknown,
  ): () => void
}

type Listeners = { [Topic in BusTopic]: Set<(event: BusEvents[Topic]) => unknown> }

/** The bus of a single process. */
export function createLocalBus(onError: (error: unknown) => void): Bus {
  const listeners: Listeners = {
    vote: new Set(),
    post: new Set(),
    reaction: new Set(),
    views: new Set(),
    nickname: new Set(),
    round: new Set(),
    sessionRevoked: new Set(),
  }
  return {
    publish(topic, event) {
      for (const listener of listeners[topic]) {
        try {
          listener(event)
        } catch (error) {
          onError(error)
        }
      }
    },
    on(topic, listener) {
      listeners[topic].add(listener)
      return () => listeners[topic].delete(listener)
    },
  }
}
