import { createHmac } from 'node:crypto'
import type { IdentityKey } from '#api/auth/store.ts'
import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import { ERASED_IDENTITY_RETENTION_MS } from '#shared/rules/deleted-user.ts'

const INSERT = statement(
  `INSERT INTO erased_identity (digest, expires, banned_at, muted_until) VALUES ($1, $2, $3, $4)
  ON CONFLICT (digest) DO UPDATE SET expires = excluded.expires, banned_at = excluded.banned_at,
    muted_until = excluded.muted_until`,
)
const FIND = statement(
  'SELECT expires, banned_at, muted_until FROM erased_identity WHERE digest = $1 AND expires > $2',
  {
    expires: column.instant,
    banned_at: column.nullable(column.instant),
    muted_until: column.nullable(column.instant),
  },
)
const DELETE_EXPIRED = statement('DELETE FROM erased_identity WHERE expires <= $1')

/** Sanctions of an erased account, which a new account of the same person gets. */
export interface Sanctions {
  bannedAt: Date | null
  mutedUntil: Date | null
}

/** Consequences of the erasure of an earlier account for a new one. */
export interface EarlierErasure extends Sanctions {
  /** The new account is not ranked before. */
  ranksFrom: Date
}

/** Identity as stored after an erasure: HMAC-SHA-256, useless without the server's secret. */
function digestOf({ issuer, subject }: IdentityKey, secret: Uint8Array): Uint8Array {
  return createHmac('sha256', secret)
    .update(JSON.stringify([issuer, subject]))
    .digest()
}

/** Remembers an identity that leaves its account at `now` (epoch milliseconds). */
export async function rememberErased(
  sql: Sql,
  { identity, secret, now }: { identity: IdentityKey; secret: Uint8Array; now: number },
  { bannedAt, mutedUntil }: Sanctions,
): Promise<void> {
  const expires = new Date(now + ERASED_IDENTITY_RETENTION_MS)
  await sql.query(INSERT, [digestOf(identity, secret), expires, bannedAt, mutedUntil])
}

export type ErasedIdentities = ReturnType<typeof createErasedIdentities>

/** Identities that left an account, erased or not, in the last 30 days. */
export function createErasedIdentities(database: Sql, secret: Uint8Array) {
  return {
    /** The latest erasure or unlink of this identity, read by `sql`; null without one. */
    async find(
      identity: IdentityKey,
      now: number,
      sql: Sql = database,
    ): Promise<EarlierErasure | null> {
      const [row] = await sql.query(FIND, [digestOf(identity, secret), new Date(now)])
      if (!row) return null
      return { ranksFrom: row.expires, bannedAt: row.banned_at, mutedUntil: row.muted_until }
    },

    /** Forgets identities after their retention. */
    async deleteExpired(now: number): Promise<void> {
      await database.query(DELETE_EXPIRED, [new Date(now)])
    },
  }
}
