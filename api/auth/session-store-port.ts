/** A sign-in on one device: the family of all refresh tokens that follow from it. */
export interface Session {
  /** A UUID. */
  id: string
  userId: number
  /** Instants in epoch milliseconds. `expires` is the earlier of the idle and absolute ends. */
  created: number
  lastUsed: number
  expires: number
  revoked: number | null
}

/** A refresh token as stored, with its session. The token itself is never stored. */
export interface StoredRefreshToken {
  session: Session
  /** When it was exchanged for its successor, or null while it is the live one. */
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

/** Where sessions live. Hashes are 32 bytes (SHA-256); instants are epoch milliseconds. */
export interface SessionStore {
  /** Inserts the session and its first token, both or neither. */
  create(session: Session, hash: Uint8Array): Promise<void>
  find(hash: Uint8Array): Promise<StoredRefreshToken | undefined>
  /**
   * In one atomic step, and only if the token is not rotated yet and its session is neither revoked
   * nor expired at `now`: marks the token rotated, inserts the successor, sets the session's
   * `lastUsed` and `expires`. Of any number of callers exactly one gets true.
   */
  rotate(rotation: Rotation): Promise<boolean>
  /** Marks the session revoked unless it is already. */
  revoke(sessionId: string, now: number): Promise<void>
  /** The sessions revoked at or after `instant`, at most `limit`, the latest first. */
  revokedSince(instant: number, limit: number): Promise<{ id: string; revoked: number }[]>
  /**
   * Deletes sessions that expired or were revoked before `endedBefore`, with their tokens, and
   * tokens rotated before `rotatedBefore`. Answers how many rows went.
   */
  deleteEnded(endedBefore: number, rotatedBefore: number): Promise<number>
}
