/** What a connection tells. */
export interface LineEvents {
  onMessage(payload: string): void
  /** It is gone, for whatever reason; nothing is heard on it any more. May be told twice. */
  onEnd(error: Error): void
}

/** One connection that hears what everybody on the channel says, also what it says itself. */
export interface Line {
  /** Resolves when the payload has been taken; rejects when that is not certain. One at a time. */
  send(payload: string): Promise<void>
  /** Ends it; a connection that is gone already is no error. */
  close(): Promise<void>
}

/** How one kind of bus connects. */
export interface Connector {
  /** Where it connects to, without a password. */
  address: string
  /** The longest payload it takes, in bytes of UTF-8. */
  maxBytes: number
  /** Resolves once everything said from now on will be heard. */
  connect(events: LineEvents): Promise<Line>
}

export interface TransportEvents {
  onMessage(payload: string): void
  /** Whether the channel is heard; true only after it is, false once whatever is said may be lost. */
  onState(isConnected: boolean): void
}

/** A connection that comes back by itself. */
export interface Transport {
  readonly address: string
  readonly maxBytes: number
  /** Connects for the first time and from then on again and again. Rejects when the first fails. */
  start(events: TransportEvents): Promise<void>
  /**
   * Rejects when the payload may be lost: the connection is away, or breaks before it was taken.
   * One at a time.
   */
  send(payload: string): Promise<void>
  /** Gives up a connection that looks open and is not, and makes another. */
  renew(): void
  stop(): Promise<void>
}
