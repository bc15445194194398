import { ACCOUNT, ACCOUNT_COLUMNS, type Account, toAccount } from '#api/accounts/account.ts'
import { createBatcher } from '#api/infrastructure/batch.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, type StaticColumns, statement } from '#api/infrastructure/database/sql.ts'
import { isDatabaseUnavailable } from '#api/infrastructure/database/unavailable.ts'
import { createPagedList } from '#api/lists/store.ts'
import { Direction } from '#shared/contract/common.ts'
import { BestVote } from '#shared/contract/posts.ts'
import { Outcome } from '#shared/contract/rounds.ts'
import type { VoteItem, VoteList } from '#shared/contract/votes.ts'
import { voteResult } from '#shared/rules/band.ts'
import type { PricedVote } from '#shared/rules/offer-value.ts'

/** Maximum concurrent insert statements, enough to keep the database busy during round trips. */
const CONCURRENCY = 4
/** Maximum votes per statement. */
const MAX_BATCH_SIZE = 500

const COLUMNS = `round_id, user_id, choice, offer_hit, offer_miss, offer_version, title, content,
      has_content, created`

/**
 * Inserts votes and returns their authors in one round trip. The statement sees user_stats before its
 * triggers run, so `greatest` adds the time of the vote.
 */
const insertStatement = (votes: string) =>
  statement(
    `WITH inserted AS (
      INSERT INTO vote (${COLUMNS}) ${votes}
      ON CONFLICT (user_id, round_id) DO NOTHING RETURNING id, user_id, created)
    SELECT inserted.id AS vote_id, ${ACCOUNT}, greatest(s.last_vote_at, inserted.created) AS last_vote_at
    FROM inserted JOIN user_account u ON u.id = inserted.user_id
      LEFT JOIN user_stats s ON s.user_id = u.id`,
    { ...ACCOUNT_COLUMNS, vote_id: column.int },
  )

const INSERT_ONE = insertStatement('VALUES ($1, $2, $3::direction, $4, $5, $6, $7, $8, $9, $10)')

/** Sorted by user, so that two instances lock rows in the same order and cannot deadlock. */
const INSERT_MANY = insertStatement(`SELECT ${COLUMNS}
    FROM jsonb_to_recordset($1::text::jsonb) AS vote(round_id int, user_id int, choice direction,
      offer_hit int, offer_miss int, offer_version int, title text, content text,
      has_content boolean, created timestamptz)
    ORDER BY user_id`)

const ITEM_COLUMNS = {
  id: column.int,
  user_id: column.int,
  title: column.text,
  choice: Direction,
  outcome: column.nullable(Outcome),
  unique_code: column.text,
  nickname: column.text,
  created: column.instant,
  views: column.int,
  likes: column.int,
  has_content: column.boolean,
  target_date: column.instant,
}

const listPage = (ids: string) => `SELECT v.id, v.user_id, v.title, v.choice, r.outcome,
    u.unique_code, u.nickname, v.created, v.views, v.likes, v.has_content, r.target_date
  FROM (${ids}) ids JOIN vote v ON v.id = ids.id
  JOIN user_account u ON u.id = v.user_id JOIN round r ON r.id = v.round_id ORDER BY v.id DESC`

/** Ten rows from the index vote_best for each of two rounds; Prisma would sort all votes of both. */
const BEST = statement(
  `SELECT v.id, v.title, v.choice AS "voteChoice", u.unique_code AS "uniqueCode", u.nickname, v.likes
  FROM (
    (SELECT id, title, choice, user_id, likes FROM vote
      WHERE round_id = $1 AND has_content ORDER BY likes DESC, id DESC LIMIT 10)
    UNION ALL
    (SELECT id, title, choice, user_id, likes FROM vote
      WHERE round_id = $2 AND has_content ORDER BY likes DESC, id DESC LIMIT 10)
  ) v JOIN user_account u ON u.id = v.user_id ORDER BY v.likes DESC, v.id DESC LIMIT 10`,
  BestVote.properties,
)

/** The own vote of a user in a round, and whether the user has read another note of it. */
const READER = statement(
  `SELECT v.created, l.since IS NOT NULL AS is_locked
  FROM (VALUES ($1::int, $2::int)) AS reader (user_id, round_id)
    LEFT JOIN vote v USING (user_id, round_id) LEFT JOIN direction_lock l USING (user_id, round_id)`,
  { created: column.nullable(column.instant), is_locked: column.boolean },
)

const LOCK_DIRECTION = statement(`INSERT INTO direction_lock (round_id, user_id, since)
  VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`)

/** The share lock on the round makes a concurrent settlement wait, or shows that it has begun. */
const LOCK_VOTE = statement(
  `SELECT v.choice, v.offer_hit, v.offer_miss, v.offer_version::int, v.carried,
    r.pending_outcome IS NOT NULL OR r.settled_at IS NOT NULL AS is_settling,
    EXISTS (SELECT FROM direction_lock l
      WHERE l.round_id = v.round_id AND l.user_id = v.user_id) AS is_locked
  FROM vote v JOIN round r ON r.id = v.round_id WHERE v.id = $1
  FOR NO KEY UPDATE OF v FOR SHARE OF r`,
  {
    choice: Direction,
    offer_hit: column.int,
    offer_miss: column.int,
    offer_version: column.int,
    carried: column.int,
    is_settling: column.boolean,
    is_locked: column.boolean,
  },
)

const UPDATE = statement(`UPDATE vote SET title = $2, content = $3, has_content = $4, modified = $5,
    choice = $6::direction, offer_hit = $7, offer_miss = $8, offer_version = $9, carried = $10
  WHERE id = $1`)

export interface VoteText {
  title: string
  content: string
}

/** A direction with the offer at the time of acceptance. */
type PricedDirection = Omit<PricedVote, 'carried'>

export type NewVote = VoteText & PricedDirection & { roundId: number; userId: number; now: number }

export type VoteEdit = VoteText & { id: number; now: number }

/** A vote whose row is locked until the end of the transaction. */
export interface LockedVote extends PricedVote {
  /** Whether the outcome of its round is decided. */
  isSettling: boolean
  /** Whether its author has read another note of its round. */
  isLocked: boolean
}

/** A user's part in a round. */
export interface Reader {
  /** Time of the own vote, epoch milliseconds; null without one. */
  votedAt: number | null
  /** Whether the user has read another note of the round. */
  isLocked: boolean
}

/** A new vote and its author with the new `lastVoteTime`. */
export interface InsertedVote {
  id: number
  author: Account
}

export type VoteStore = ReturnType<typeof createVoteStore>
/** A vote with its author, its round and the reaction of one viewer. */
export type VoteRow = NonNullable<Awaited<ReturnType<VoteStore['find']>>>

/** Values of a vote in the order of COLUMNS. */
const columnValues = (vote: NewVote) => ({
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

/** Inserts concurrent votes in shared statements, at a fraction of the cost of one statement each. */
function createInsert(database: Database): (vote: NewVote) => Promise<InsertedVote | null> {
  return createBatcher<NewVote, InsertedVote | null>({
    async process(votes) {
      const [only, second] = votes
      const rows =
        only && !second
          ? await database.query(INSERT_ONE, Object.values(columnValues(only)))
          : await database.query(INSERT_MANY, [JSON.stringify(votes.map(columnValues))])
      const byUser = new Map(rows.map((row) => [row.id, row]))
      return votes.map(({ userId }) => {
        const row = byUser.get(userId)
        return row ? { id: row.vote_id, author: toAccount(row) } : null
      })
    },
    keyOf: ({ userId }) => userId,
    isItemError: (error) => !isDatabaseUnavailable(error),
    concurrency: CONCURRENCY,
    maxBatchSize: MAX_BATCH_SIZE,
  })
}

function toVoteItem(row: StaticColumns<typeof ITEM_COLUMNS>): VoteItem {
  return {
    id: row.id,
    uid: row.user_id,
    title: row.title,
    voteChoice: row.choice,
    result: voteResult(row.choice, row.outcome),
    uniqueCode: row.unique_code,
    nickname: row.nickname,
    created: row.created.toISOString(),
    views: row.views,
    likes: row.likes,
    contentExist: row.has_content ? 1 : 0,
    targetTime: row.target_date.toISOString(),
  }
}

/** Votes in the database. Triggers update tallies, totals and user stats. */
export function createVoteStore(database: Database) {
  const { vote } = database.prisma
  const votes = createPagedList(database, {
    list: 'votes',
    from: 'vote',
    columns: ITEM_COLUMNS,
    select: listPage,
  })
  return {
    /** A page of all votes, newest first. */
    async list(page: number): Promise<VoteList> {
      const { rows, pagination } = await votes.page(page)
      return { posts: rows.map(toVoteItem), pagination }
    },

    /** The ten most liked votes with content of two rounds. */
    best: (waitingId: number, liveId: number) => database.query(BEST, [waitingId, liveId]),

    async find(id: number, viewerId: number) {
      return await vote.findUnique({
        where: { id },
        include: {
          round: true,
          user: { select: { uniqueCode: true, nickname: true } },
          ledger: { select: { points: true } },
          reactions: { where: { userId: viewerId }, select: { kind: true } },
        },
      })
    },

    async reader(userId: number, roundId: number): Promise<Reader> {
      const [row] = await database.query(READER, [userId, roundId])
      return { votedAt: row?.created?.getTime() ?? null, isLocked: row?.is_locked ?? false }
    },

    /** Fixes the direction of the user's vote in a round, also of a later vote. */
    async lockDirection(userId: number, roundId: number, now: number): Promise<void> {
      await database.query(LOCK_DIRECTION, [roundId, userId, new Date(now)])
    },

    /** @returns null when the user already has a vote in the round */
    insert: createInsert(database),

    /**
     * Locks a vote, asks `price` for its direction and offer, and stores text and answer in one transaction;
     * stores nothing when `price` throws. @returns the answer
     */
    edit: ({ id, title, content, now }: VoteEdit, price: (vote: LockedVote) => PricedVote) =>
      database.transaction(async (sql): Promise<PricedVote> => {
        const [row] = await sql.query(LOCK_VOTE, [id])
        if (!row) throw new Error(`vote ${id} does not exist`)
        const { choice, offer, offerVersion, carried } = price({
          choice: row.choice,
          offer: { hit: row.offer_hit, miss: row.offer_miss },
          offerVersion: row.offer_version,
          carried: row.carried,
          isSettling: row.is_settling,
          isLocked: row.is_locked,
        })
        const text = [title, content, content !== '', new Date(now)]
        const direction = [choice, offer.hit, offer.miss, offerVersion, carried]
        await sql.query(UPDATE, [id, ...text, ...direction])
        return { choice, offer, offerVersion, carried }
      }),
  }
}
