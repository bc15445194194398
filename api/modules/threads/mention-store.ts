import { type Sql, statement } from '#api/infrastructure/database/sql.ts'
import { mentionedCodes } from '#shared/rules/mentions.ts'

const REMOVE = statement('DELETE FROM reply_mention WHERE reply_id = $1')

/** Of people who can sign in, and not of the author. */
const INSERT = statement(
  `INSERT INTO reply_mention (reply_id, user_id)
  SELECT $1, u.id FROM user_account u
  WHERE u.unique_code = ANY(SELECT json_array_elements_text($2::json)) AND u.id <> $3
    AND u.banned_at IS NULL AND u.erased_at IS NULL`,
)

/** A reply whose text is stored in the same transaction. */
export interface MentioningReply {
  id: number
  /** Its author. */
  userId: number
  content: string
}

/** Stores the people whom a reply mentions, in place of those that it mentioned before. */
export async function setMentions(sql: Sql, { id, userId, content }: MentioningReply) {
  const codes = mentionedCodes(content)
  await sql.query(REMOVE, [id])
  if (codes.length > 0) await sql.query(INSERT, [id, JSON.stringify(codes), userId])
}
