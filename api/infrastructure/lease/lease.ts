/** A right that one of several processes on one database has at a time. */
export interface Lease {
  /** Whether this process has it at this moment. */
  isHeld(): boolean
  /** Calls `listener` each time it is taken or lost, not for how it stands now. */
  onChange(listener: (isHeld: boolean) => void): () => void
  /** Asks once, and from then on again and again until `stop`. Never rejects. */
  start(): Promise<void>
  /** Gives it back, so that another may take it at once. Never rejects. */
  stop(): Promise<void>
  stats(): LeaseStats
}

export interface LeaseStats {
  isHeld: boolean
  /** Grows each time that any process takes the lease anew; the newest this one held, 0 for none. */
  term: number
  /** Asks without an answer in time, since the start. */
  failures: number
}

/** Where the lease is written down, with a clock of its own that all processes go by. */
export interface LeaseStore {
  /**
   * Takes the lease or, for its holder, makes it last anew, for `lastsMs` from now by the store's
   * clock. Answers its term, or null while another has it.
   */
  ask(name: string, holder: string, lastsMs: number): Promise<number | null>
  /** Ends it at once when `holder` has it. */
  release(name: string, holder: string): Promise<void>
}
