/** What a look for updates found. */
export type UpdateOutcome =
  | { status: 'current' }
  /** It is being downloaded. */
  | { status: 'found'; version: string }
  /** It is downloaded and waits for a restart. */
  | { status: 'ready'; version: string }
  | { status: 'failed' }
  /** This copy is not updated by itself: not installed, or by another way. */
  | { status: 'off' }

export interface Updates {
  /** Version of the update that is ready, or null. */
  ready(): string | null
  /** Looks now. Never rejects. */
  check(): Promise<UpdateOutcome>
  /** Restarts into the update that is ready; nothing when none is. */
  install(): void
  /** Ends the looking; an update that is ready is still installed when the app quits. */
  stop(): void
}
