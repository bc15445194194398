import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import type { UserSuggestions } from '#shared/contract/users.ts'
import { cleanNickname } from '#shared/rules/nickname.ts'
import { isUniqueCode, normalizeUniqueCode } from '#shared/rules/unique-code.ts'

const SUGGESTIONS_MAX = 8
const COLUMNS = { unique_code: column.text, nickname: column.text }

/** SQL: whether `viewer` has not blocked a person. */
const isNotBlocked = (viewer: string) =>
  `NOT EXISTS (SELECT FROM block b WHERE b.blocker_id = ${viewer} AND b.blocked_id = user_account.id)`

/**
 * Names that begin with `$1`, in the order of an index by bytes, so that a prefix of many names costs no more.
 * The last code point of Unicode ends the range.
 */
const FIND = statement(
  `SELECT unique_code, nickname FROM user_account
  WHERE lower(nickname) ~>=~ lower($1) AND lower(nickname) ~<~ (lower($1) || U&'\\+10FFFF')
    AND banned_at IS NULL AND erased_at IS NULL AND ${isNotBlocked('$2')}
  ORDER BY lower(nickname) USING ~<~ LIMIT ${SUGGESTIONS_MAX}`,
  COLUMNS,
)

const FIND_CODE = statement(
  `SELECT unique_code, nickname FROM user_account
  WHERE unique_code = $1 AND banned_at IS NULL AND erased_at IS NULL AND ${isNotBlocked('$2')}`,
  COLUMNS,
)

export type SuggestionStore = ReturnType<typeof createSuggestionStore>

/** People to mention, in the database. */
export function createSuggestionStore(database: Database) {
  return {
    /**
     * People whose nickname begins with `q`, or whose unique code it is, and whom `userId` has not blocked; at
     * most eight.
     */
    async find(userId: number, q: string): Promise<UserSuggestions> {
      const prefix = cleanNickname(q)
      if (prefix === '') return []
      const code = normalizeUniqueCode(q)
      const [byCode, byName] = await Promise.all([
        isUniqueCode(code) ? database.query(FIND_CODE, [code, userId]) : [],
        database.query(FIND, [prefix, userId]),
      ])
      const others = byName.filter(({ unique_code }) => unique_code !== code)
      return [...byCode, ...others]
        .slice(0, SUGGESTIONS_MAX)
        .map(({ unique_code: uniqueCode, nickname }) => ({ uniqueCode, nickname }))
    },
  }
}
