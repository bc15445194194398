import { createHmac } from 'node:crypto'
import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import type { IdentityKey } from '#api/modules/auth/store.ts'
import { ERASED_IDENTITY_RETENTION_MS } from '#shared/rules/deleted-user.ts'
import { liveRound } from '#shared/rules/schedule.ts'

const INSERT = statement(
  `INSERT INTO erased_identity (digest, expires, banned_at, muted_until, votes_from)
  VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (digest) DO UPDATE SET expires = excluded.expires, banned_at = excluded.banned_at,
    muted_until = excluded.muted_until,
    votes_from = greatest(erased_identity.votes_from, excluded.votes_from)`,
)
/** Digests by the present and the former key. */
const DIGESTS = '$2, $3'
const FIND = statement(
  `SELECT expires, banned_at, muted_until, votes_from FROM erased_identity
  WHERE digest IN (${DIGESTS}) AND expires > $1 ORDER BY expires DESC LIMIT 1`,
  {
    expires: column.instant,
    banned_at: column.nullable(column.instant),
    muted_until: column.nullable(column.instant),
    votes_from: column.nullable(column.instant),
  },
)
const DELETE_EXPIRED = statement('DELETE FROM erased_identity WHERE expires <= $1')
const FORGET_ROUNDS = statement(
  'UPDATE erased_identity SET votes_from = NULL WHERE votes_from <= $1',
)
/** Also of an account that may not vote itself: its owner could leave again. */
const VOTED = statement(
  `SELECT EXISTS (SELECT FROM vote v JOIN round r ON r.id = v.round_id
      WHERE v.user_id = $1 AND r.ref_date = $2)
    OR EXISTS (SELECT FROM user_account WHERE id = $1 AND votes_from > $3) AS voted`,
  { voted: column.boolean },
)

/** Sanctions of an erased account, which a new account of the same person gets. */
export interface Sanctions {
  bannedAt: Date | null
  mutedUntil: Date | null
}

/** An account that an identity leaves. */
export interface LeftAccount extends Sanctions {
  /** Close of the open round when the account has a vote in it: no second one; else null. */
  votesFrom: Date | null
}

/** Consequences of the erasure of an earlier account for a new one. */
export interface EarlierErasure extends LeftAccount {
  /** The new account is not ranked before. */
  ranksFrom: Date
}

/** Keys of the hash: the present one, and the former one, by which hashes of the last 30 days may be. */
export type IdentitySecrets = readonly [Uint8Array, Uint8Array]

/** Identity as stored after an erasure: HMAC-SHA-256, useless without the server's secret. */
function digestOf({ issuer, subject }: IdentityKey, secret: Uint8Array): Uint8Array {
  return createHmac('sha256', secret)
    .update(JSON.stringify([issuer, subject]))
    .digest()
}

/** Remembers an identity that leaves its account at `now` (epoch milliseconds). */
export async function rememberErased(
  sql: Sql,
  { identity, secrets, now }: { identity: IdentityKey; secrets: IdentitySecrets; now: number },
  { bannedAt, mutedUntil, votesFrom }: LeftAccount,
): Promise<void> {
  const expires = new Date(now + ERASED_IDENTITY_RETENTION_MS)
  await sql.query(INSERT, [
    digestOf(identity, secrets[0]),
    expires,
    bannedAt,
    mutedUntil,
    votesFrom,
  ])
}

/** Close of the open round when the locked account `userId` has a vote in it; else null. */
export async function closeOfVotedRound(
  sql: Sql,
  userId: number,
  now: number,
): Promise<Date | null> {
  const { refDate, closesAt } = liveRound(now)
  const [row] = await sql.query(VOTED, [userId, new Date(refDate), new Date(now)])
  return row?.voted ? new Date(closesAt) : null
}

export type ErasedIdentities = ReturnType<typeof createErasedIdentities>

/** Identities that left an account, erased or not, in the last 30 days. */
export function createErasedIdentities(database: Sql, secrets: IdentitySecrets) {
  return {
    /** The latest erasure or unlink of this identity, read by `sql`; null without one. */
    async find(
      identity: IdentityKey,
      now: number,
      sql: Sql = database,
    ): Promise<EarlierErasure | null> {
      const [row] = await sql.query(FIND, [
        new Date(now),
        ...secrets.map((secret) => digestOf(identity, secret)),
      ])
      if (!row) return null
      return {
        ranksFrom: row.expires,
        bannedAt: row.banned_at,
        mutedUntil: row.muted_until,
        votesFrom: row.votes_from,
      }
    },

    /** Forgets identities after their retention, and their votes once the round has closed. */
    async deleteExpired(now: number): Promise<void> {
      await database.query(DELETE_EXPIRED, [new Date(now)])
      await database.query(FORGET_ROUNDS, [new Date(now)])
    },
  }
}
