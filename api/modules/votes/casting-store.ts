import {
  ACCOUNT,
  ACCOUNT_COLUMNS,
  type Account,
  type AccountRow,
  toAccount,
} from '#api/accounts/account-row.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { gather } from '#api/infrastructure/gather.ts'
import { isDatabaseAway } from '#api/infrastructure/http/database-away.ts'
import type { Direction } from '#shared/contract/common.ts'

/** As many goes as keep the database at work while the answers of one are written. */
const LANES = 4
/** Votes in one statement at most. */
const MOST = 500

const COLUMNS = `round_id, user_id, choice, offer_hit, offer_miss, offer_version, title, content,
      has_content, created`

/**
 * Votes and, in the same round trip, their authors as they are with them. The statement still sees
 * the standings of before, so the time of the vote is laid over them.
 */
const create = (votes: string) =>
  statement(
    `WITH made AS (
    INSERT INTO vote (${COLUMNS}) ${votes}
    ON CONFLICT (user_id, round_id) DO NOTHING RETURNING id, user_id, created)
  SELECT made.id AS vote_id, ${ACCOUNT}, greatest(s.last_vote_at, made.created) AS last_vote_at
  FROM made JOIN user_account u ON u.id = made.user_id LEFT JOIN user_stats s ON s.user_id = u.id`,
    { ...ACCOUNT_COLUMNS, vote_id: column.int },
  )

const CREATE_ONE = create('VALUES ($1, $2, $3::direction, $4, $5, $6, $7, $8, $9, $10)')

/** In the order of users, so that statements of two processes never wait for each other in a circle. */
const CREATE_MANY = create(`SELECT ${COLUMNS}
    FROM jsonb_to_recordset($1::text::jsonb) AS cast_now(round_id int, user_id int,
      choice direction, offer_hit int, offer_miss int, offer_version int, title text, content text,
      has_content boolean, created timestamptz)
    ORDER BY user_id`)

export interface VoteText {
  title: string
  content: string
}

export interface VoteCall {
  choice: Direction
  offer: { hit: number; miss: number }
  offerVersion: number
}

export type NewVote = VoteText & VoteCall & { roundId: number; userId: number; now: number }

/** A vote that was cast, with its author as they are afterwards. */
export interface CastVote {
  id: number
  author: Account
}

/** What is written of a vote, in the order of COLUMNS. */
const columnsOf = (vote: NewVote) => ({
  round_id: vote.roundId,
  user_id: vote.userId,
  choice: vote.choice,
  offer_hit: vote.offer.hit,
  offer_miss: vote.offer.miss,
  offer_version: vote.offerVersion,
  title: vote.title,
  content: vote.content,
  has_content: vote.content !== '',
  created: new Date(vote.now),
})

type CastRow = AccountRow & { vote_id: number }

const castOf = (row: CastRow | undefined): CastVote | null =>
  row ? { id: row.vote_id, author: toAccount(row) } : null

/**
 * Casts votes; those that come while others are being written are written together, which costs the
 * database a fraction. Each is answered with its id and its author, or with null when its user has one
 * in its round.
 */
export function createCasting(database: Database): (vote: NewVote) => Promise<CastVote | null> {
  const one = async (vote: NewVote) => {
    const [row] = await database.query(CREATE_ONE, Object.values(columnsOf(vote)))
    return castOf(row)
  }
  const many = async (votes: readonly NewVote[]) => {
    const made = JSON.stringify(votes.map(columnsOf))
    const rows = await database.query(CREATE_MANY, [made])
    const byUser = new Map(rows.map((row) => [row.id, row]))
    return votes.map(({ userId }) => castOf(byUser.get(userId)))
  }
  return gather<NewVote, CastVote | null>({
    one,
    many,
    keyOf: ({ userId }) => userId,
    isOfOne: (error) => !isDatabaseAway(error),
    lanes: LANES,
    most: MOST,
  })
}
