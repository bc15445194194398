import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import type { Device } from './device-name.ts'

/** A sign-in on one device: the family of all refresh tokens that follow from it. */
export interface Session {
  /** A UUID. */
  id: string
  userId: number
  /** Instants in epoch milliseconds. `expires` is the earlier of the idle and the absolute expiry. */
  created: number
  lastUsed: number
  expires: number
  revoked: number | null
}

/** A session with the instant of its sign-in at the provider (epoch ms); that of its creation by default. */
export interface NewSession extends Session {
  authTime?: number
}

/** Identifies a person at a provider. */
export interface IdentityKey {
  issuer: string
  subject: string
}

/** A refresh token as stored, with its session. The token itself is never stored. */
export interface StoredRefreshToken {
  session: Session
  /** When it was exchanged for its successor; null while it is live. */
  rotatedAt: number | null
}

interface Rotation {
  sessionId: string
  hash: Uint8Array
  successorHash: Uint8Array
  now: number
  /** New expiry of the session. */
  expires: number
}

/** Stored sessions. Hashes are 32 bytes (SHA-256); instants are epoch milliseconds. */
export interface SessionStore {
  /**
   * Inserts the session and its first token, both or neither.
   * @returns false for a banned user, and when the user no longer has the identity
   */
  create(
    session: NewSession,
    hash: Uint8Array,
    device: Device,
    identity?: IdentityKey,
  ): Promise<boolean>
  find(hash: Uint8Array): Promise<StoredRefreshToken | undefined>
  /**
   * Atomically marks the token rotated, inserts the successor and sets the session's `lastUsed` and
   * `expires`, unless the token is rotated or its session is revoked or expired at `now`. Exactly
   * one of several concurrent callers gets true.
   */
  rotate(rotation: Rotation): Promise<boolean>
  /** Marks the session revoked unless it is already. */
  revoke(sessionId: string, now: number): Promise<void>
  /** Those of the sessions that have neither ended nor expired at `now`. */
  active(sessionIds: readonly string[], now: number): Promise<Set<string>>
  /** The sessions revoked at or after `instant`, at most `limit`, the latest first. */
  revokedSince(instant: number, limit: number): Promise<{ id: string; revoked: number }[]>
  /**
   * Deletes sessions that expired or were revoked before `endedBefore`, with their tokens, and
   * tokens rotated before `rotatedBefore`. Returns the number of deleted rows.
   */
  deleteEnded(endedBefore: number, rotatedBefore: number): Promise<number>
}

const FIND = statement(
  `SELECT s.id, s.user_id, s.created, s.last_used, s.expires, s.revoked, t.rotated_at
  FROM refresh_token t JOIN session s ON s.id = t.session_id WHERE t.hash = $1`,
  {
    id: column.text,
    user_id: column.int,
    created: column.instant,
    last_used: column.instant,
    expires: column.instant,
    revoked: column.nullable(column.instant),
    rotated_at: column.nullable(column.instant),
  },
)

/** One statement, so that of concurrent callers exactly one rotates the token. */
const ROTATE = statement(`WITH live AS (
    UPDATE refresh_token t SET rotated_at = $4, successor_hash = $3
    FROM session s
    WHERE t.hash = $2 AND t.session_id = $1 AND t.rotated_at IS NULL
      AND s.id = t.session_id AND s.revoked IS NULL AND s.expires > $4
    RETURNING t.session_id
  ), successor AS (
    INSERT INTO refresh_token (hash, session_id, created)
    SELECT $3, session_id, $4 FROM live RETURNING session_id
  )
  UPDATE session SET last_used = $4, expires = $5 FROM successor
  WHERE session.id = successor.session_id RETURNING session.id`)

/** Inserts both rows in one statement. The lock makes it wait for a ban that is being written. */
const CREATE = statement(`WITH allowed AS (
    SELECT id FROM user_account WHERE id = $2 AND banned_at IS NULL FOR SHARE
  ), opener AS (
    SELECT i.id FROM identity i JOIN allowed ON allowed.id = i.user_id
    WHERE i.issuer = $9 AND i.subject = $10 FOR KEY SHARE OF i
  ), made AS (
    INSERT INTO session (id, user_id, created, last_used, expires, device_app, device_system,
      identity_id, auth_time)
    SELECT $1::uuid, allowed.id, $3::timestamptz, $4::timestamptz, $5::timestamptz, $7, $8, opener.id,
      $11::timestamptz
    FROM allowed LEFT JOIN opener ON true WHERE $9::text IS NULL OR opener.id IS NOT NULL
    RETURNING id, created
  )
  INSERT INTO refresh_token (hash, session_id, created) SELECT $6, id, created FROM made
  RETURNING session_id`)

const ACTIVE = statement(
  `SELECT id FROM session WHERE id = ANY(SELECT value::uuid FROM json_array_elements_text($1::json))
    AND revoked IS NULL AND expires > $2`,
  { id: column.text },
)

/** Also names the tokens of ended sessions: rows deleted by a cascade are not counted. */
const DELETE_ENDED = statement(
  `WITH ended AS (
    DELETE FROM session WHERE expires < $1 OR revoked < $1 RETURNING id
  ), spent AS (
    DELETE FROM refresh_token
    WHERE rotated_at < $2 OR session_id IN (SELECT id FROM ended) RETURNING 1
  )
  SELECT (SELECT count(*) FROM spent)::int + (SELECT count(*) FROM ended)::int AS deleted`,
  { deleted: column.int },
)

const REVOKE = statement('UPDATE session SET revoked = $2 WHERE id = $1 AND revoked IS NULL')
const REVOKED_SINCE = statement(
  'SELECT id, revoked FROM session WHERE revoked >= $1 ORDER BY revoked DESC LIMIT $2',
  { id: column.text, revoked: column.instant },
)

/** Sessions and refresh tokens in the database. */
export function createSessionStore(database: Database): SessionStore {
  return {
    async create(session, hash, device, identity) {
      const rows = await database.query(CREATE, [
        session.id,
        session.userId,
        new Date(session.created),
        new Date(session.lastUsed),
        new Date(session.expires),
        hash,
        device.app,
        device.system,
        identity?.issuer ?? null,
        identity?.subject ?? null,
        session.authTime === undefined ? null : new Date(session.authTime),
      ])
      return rows.length === 1
    },

    async find(hash) {
      const [row] = await database.query(FIND, [hash])
      if (!row) return undefined
      return {
        session: {
          id: row.id,
          userId: row.user_id,
          created: row.created.getTime(),
          lastUsed: row.last_used.getTime(),
          expires: row.expires.getTime(),
          revoked: row.revoked?.getTime() ?? null,
        },
        rotatedAt: row.rotated_at?.getTime() ?? null,
      }
    },

    async rotate({ sessionId, hash, successorHash, now, expires }) {
      const rows = await database.query(ROTATE, [
        sessionId,
        hash,
        successorHash,
        new Date(now),
        new Date(expires),
      ])
      return rows.length === 1
    },

    async revoke(sessionId, now) {
      await database.query(REVOKE, [sessionId, new Date(now)])
    },

    async active(sessionIds, now) {
      const rows = await database.query(ACTIVE, [JSON.stringify(sessionIds), new Date(now)])
      return new Set(rows.map(({ id }) => id))
    },

    async revokedSince(instant, limit) {
      const rows = await database.query(REVOKED_SINCE, [new Date(instant), limit])
      return rows.map((row) => ({ id: row.id, revoked: row.revoked.getTime() }))
    },

    async deleteEnded(endedBefore, rotatedBefore) {
      const [row] = await database.query(DELETE_ENDED, [
        new Date(endedBefore),
        new Date(rotatedBefore),
      ])
      return row?.deleted ?? 0
    },
  }
}
