import { LRUCache } from 'lru-cache'
import type { Database } from '#api/infrastructure/database/database.ts'
import { statement } from '#api/infrastructure/database/sql.ts'
import type { IdTokenProof } from './id-token.ts'

/** Digests in memory, 100 bytes each: a replay then costs no statement. */
const KNOWN_MAX = 10_000

/** One statement, so that of concurrent callers exactly one spends the token. */
const SPEND = statement(
  'INSERT INTO spent_id_token (digest, expires) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1',
)

/** ID tokens that have opened a session, shared by all instances. */
export interface SpentTokens {
  /** Whether this instance has seen the token spent. */
  isKnown(token: IdTokenProof): boolean
  /** Spends a token; false when it was spent before. */
  spend(token: IdTokenProof): Promise<boolean>
  /** Deletes tokens that expired before `instant` (epoch ms). */
  deleteExpired(instant: number): Promise<void>
}

export function createSpentTokens(database: Database): SpentTokens {
  const known = new LRUCache<string, true>({ max: KNOWN_MAX })
  const keyOf = ({ digest }: IdTokenProof) => Buffer.from(digest).toString('base64')
  return {
    isKnown: (token) => known.has(keyOf(token)),
    async spend(token) {
      const rows = await database.query(SPEND, [token.digest, new Date(token.expires)])
      known.set(keyOf(token), true)
      return rows.length === 1
    },
    async deleteExpired(instant) {
      await database.prisma.spentIdToken.deleteMany({
        where: { expires: { lt: new Date(instant) } },
      })
    },
  }
}
