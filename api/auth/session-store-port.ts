/** A sign-in on one device, and the family of its refresh tokens. */
export interface Session {
  /** A UUID. */
  id: string
  userId: number
  /** Epoch milliseconds. `expires` is the earlier of the idle and absolute timeouts. */
  created: number
  lastUsed: number
  expires: number
  revoked: number | null
}

/** A refresh token as stored, with its session. The token itself is never stored. */
export interface StoredRefreshToken {
  session: Session
  /** Time of its exchange for the successor; null for the live token. */
  rotatedAt: number | null
}

export interface Rotation {
  sessionId: string
  hash: Uint8Array
  successorHash: Uint8Array
  now: number
  /** The session's new end. */
  expires: number
}

/** Stores sessions. Hashes are 32 bytes (SHA-256); instants are epoch milliseconds. */
export interface SessionStore {
  /** Inserts the session and its first token atomically. */
  create(session: Session, hash: Uint8Array): Promise<void>
  find(hash: Uint8Array): Promise<StoredRefreshToken | undefined>
  /**
   * Atomically marks the token rotated, inserts its successor and prolongs the session, unless the token
   * is rotated or the session has ended. Of concurrent callers exactly one gets true.
   */
  rotate(rotation: Rotation): Promise<boolean>
  /** Marks the session revoked unless it is already. */
  revoke(sessionId: string, now: number): Promise<void>
  /** The sessions revoked at or after `instant`, at most `limit`, the latest first. */
  revokedSince(instant: number, limit: number): Promise<{ id: string; revoked: number }[]>
  /**
   * Deletes sessions that ended before `endedBefore`, their tokens, and tokens rotated before
   * `rotatedBefore`. @returns the number of deleted rows
   */
  deleteEnded(endedBefore: number, rotatedBefore: number): Promise<number>
}
