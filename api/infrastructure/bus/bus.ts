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
  /** What another process counted towards rate limits: points by the key of their counter. */
  spent: { counts: Record<string, number> }
  /** The holder of the feed has a new price, or says the last one again. A decimal string, epoch ms. */
  tick: { price: string; time: number; source: 'binance' | 'okx' | 'bybit' }
  /** The holder of the feed has stored candles. */
  candles: { source: 'binance' | 'okx' | 'bybit' }
  /** Events of other processes were lost: whatever is prepared may be out of date. */
  missed: { since: number }
}

export type BusTopic = keyof BusEvents

export interface Bus {
  /** Tells it here and, where there are others, in every other process. */
  publish<Topic extends BusTopic>(topic: Topic, event: BusEvents[Topic]): void
  /** Tells it in every other process and not here; a process alone tells nobody. */
  tellOthers<Topic extends BusTopic>(topic: Topic, event: BusEvents[Topic]): void
  /** Listeners run at once and in order; one that throws does not stop the others. */
  on<Topic extends BusTopic>(
    topic: Topic,
    listener: (event: BusEvents[Topic]) => unknown,
  ): () => void
}
