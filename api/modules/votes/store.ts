import { createBatcher } from '#api/infrastructure/batch.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { isDatabaseUnavailable } from '#api/infrastructure/database/temporary-faults.ts'
import { createSharedReads } from '#api/infrastructure/shared-reads.ts'
import type { Account } from '#api/modules/account/account.ts'
import { ACCOUNT, ACCOUNT_COLUMNS, toAccount } from '#api/modules/account/account-sql.ts'
import { lockedAuthors } from '#api/modules/account/author-sql.ts'
import { toReceipt } from '#api/modules/receipts/receipt-row.ts'
import { RECEIPT_COLUMNS, RECEIPT_SQL } from '#api/modules/receipts/receipt-sql.ts'
import { documentText, insertDocuments, TEXT_COLUMNS } from '#api/modules/search/document-sql.ts'
import { BestVote } from '#shared/contract/posts.ts'
import { RECEIPT_VERSION, type ReceiptPayload } from '#shared/rules/receipt.ts'
import { createDirectionStore, type EnteredVote, type VoteText } from './direction-store.ts'
import { createVoteListStore } from './list-store.ts'
import type { GatedNote } from './note-gate.ts'
import { createNoteGateStore } from './note-gate-store.ts'

/** Maximum concurrent insert statements, enough to keep the database busy during round trips. */
const CONCURRENCY = 4
/** Maximum votes per statement. */
const MAX_BATCH_SIZE = 500

const COLUMNS = `round_id, user_id, choice, offer_hit, offer_miss, offer_version, title, content,
      has_content, created, entry_price, salt`

/**
 * Inserts votes with their texts for the search and returns their authors in one round trip. The statement sees user_stats before its
 * triggers run, so `greatest` adds the time of the vote.
 */
const insertStatement = (votes: string) =>
  statement(
    `WITH new (${COLUMNS}, ${TEXT_COLUMNS}) AS (${votes}), authors AS MATERIALIZED (
      ${lockedAuthors('SELECT user_id FROM new WHERE has_content')}), inserted AS (
      INSERT INTO vote (${COLUMNS}, receipt_version) SELECT ${COLUMNS}, ${RECEIPT_VERSION} FROM new
      WHERE NOT EXISTS (SELECT FROM user_account u
        WHERE u.id = new.user_id AND u.votes_from > new.created)
        AND (NOT has_content OR user_id IN (SELECT id FROM authors))
      ON CONFLICT (user_id, round_id) DO NOTHING RETURNING id, user_id, round_id, created),
    documents AS (${insertDocuments(
      "'note', inserted.id, user_id, inserted.created",
      'inserted JOIN new USING (user_id, round_id) WHERE has_content',
    )})
    SELECT inserted.id AS vote_id, ${ACCOUNT}, greatest(s.last_vote_at, inserted.created) AS last_vote_at
    FROM inserted JOIN user_account u ON u.id = inserted.user_id
      LEFT JOIN user_stats s ON s.user_id = u.id`,
    { ...ACCOUNT_COLUMNS, vote_id: column.int },
  )

const INSERT_ONE = insertStatement(
  `VALUES ($1::int, $2::int, $3::direction, $4::int, $5::int, $6::smallint, $7::text, $8::text,
    $9::boolean, $10::timestamptz, $11::text, decode($12, 'hex'), $13::text, $14::text, $15::text,
    $16::text)`,
)

/** Sorted by user, so that two instances lock rows in the same order and cannot deadlock. */
const INSERT_MANY = insertStatement(`SELECT ${COLUMNS.replace(/salt$/, "decode(salt, 'hex')")},
      ${TEXT_COLUMNS}
    FROM jsonb_to_recordset($1::text::jsonb) AS vote(round_id int, user_id int, choice direction,
      offer_hit int, offer_miss int, offer_version int, title text, content text,
      has_content boolean, created timestamptz, entry_price text, salt text,
      search_title text, search_body text, public_tokens text, reader_tokens text)
    ORDER BY user_id`)

/** Ten rows from the index vote_best for each of two rounds; Prisma would sort all votes of both. */
const BEST = statement(
  `SELECT v.id, v.title, v.choice AS "voteChoice", r.ref_price AS "refPrice",
    u.unique_code AS "uniqueCode", u.nickname, v.likes
  FROM (
    (SELECT id, title, choice, round_id, user_id, likes, ranked_likes FROM vote
      WHERE round_id = $1 AND has_content AND note_hidden_at IS NULL
      ORDER BY ranked_likes DESC, id DESC LIMIT 10)
    UNION ALL
    (SELECT id, title, choice, round_id, user_id, likes, ranked_likes FROM vote
      WHERE round_id = $2 AND has_content AND note_hidden_at IS NULL
      ORDER BY ranked_likes DESC, id DESC LIMIT 10)
  ) v JOIN user_account u ON u.id = v.user_id JOIN round r ON r.id = v.round_id
  ORDER BY v.ranked_likes DESC, v.id DESC LIMIT 10`,
  { ...BestVote.properties, refPrice: column.nullable(column.text) },
)

/** A direction with the offer at the time of acceptance. */
type PricedDirection = Omit<EnteredVote, 'carried'>

export interface NewVote extends VoteText, PricedDirection {
  roundId: number
  userId: number
  now: number
  /** Of its receipt, hexadecimal. */
  salt: string
}

/** A new vote and its author with the new `lastVoteTime`. */
export interface InsertedVote {
  id: number
  author: Account
}

/** A stored vote of its author, with the receipt of its direction. */
export interface OwnVote {
  receipt: ReceiptPayload
  content: string
}

export type VoteStore = ReturnType<typeof createVoteStore>
/** A vote with its author, its round and the reaction of one viewer. */
export type VoteRow = NonNullable<Awaited<ReturnType<VoteStore['find']>>>

/** Values of a vote in the order of COLUMNS and TEXT_COLUMNS. */
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
  entry_price: vote.entryPrice,
  salt: vote.salt,
  ...documentText(vote.title, vote.content, false, vote.now),
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

/** By the unique index of votes. */
const OWN = statement(
  `SELECT ${RECEIPT_SQL}, v.content FROM vote v JOIN round r ON r.id = v.round_id
    JOIN user_account u ON u.id = v.user_id
  WHERE v.user_id = $1 AND v.round_id = $2`,
  { ...RECEIPT_COLUMNS, content: column.text },
)

/** Those to a note stay when its text is removed. */
const HAS_REPLIES = statement(
  'SELECT EXISTS (SELECT FROM reply WHERE vote_id = $1 AND deleted_at IS NULL) AS has_replies',
  { has_replies: column.boolean },
)

interface GatedVote extends GatedNote {
  isHidden: boolean
}

/** Votes in the database. Triggers update tallies, totals and user stats. */
export function createVoteStore(database: Database) {
  const { vote } = database.prisma
  const readGated = createSharedReads<GatedVote | null>()
  return {
    ...createDirectionStore(database),
    ...createNoteGateStore(database),
    ...createVoteListStore(database),

    /** The ten most liked votes with content of two rounds. */
    best: (waitingId: number, liveId: number) => database.query(BEST, [waitingId, liveId]),

    async find(id: number, viewerId: number) {
      const row = await vote.findUnique({
        where: { id },
        include: {
          round: true,
          user: { select: { uniqueCode: true, nickname: true, erasedAt: true } },
          ledger: { select: { points: true } },
          reactions: { where: { userId: viewerId }, select: { kind: true } },
        },
      })
      return row && { ...row, id }
    },

    /** The user's vote in a round; null without one. */
    async own(userId: number, roundId: number): Promise<OwnVote | null> {
      const [row] = await database.query(OWN, [userId, roundId])
      const receipt = row ? toReceipt(row) : null
      return row && receipt ? { receipt, content: row.content } : null
    },

    /** Whether a thread is left below a note that was removed. */
    async hasReplies(id: number): Promise<boolean> {
      const [row] = await database.query(HAS_REPLIES, [id])
      return row?.has_replies ?? false
    },

    /** A note for its gate; null without the vote. */
    gated: (id: number): Promise<GatedVote | null> =>
      readGated(`${id}`, async () => {
        const select = { userId: true, roundId: true, hasContent: true, noteHiddenAt: true }
        const row = await vote.findUnique({ where: { id }, select })
        if (!row) return null
        const { noteHiddenAt, ...note } = row
        return { id, ...note, isHidden: noteHiddenAt !== null }
      }),

    /**
     * @returns null when the user has a vote in the round, also by an identity that left its account, and for
     * a note of a banned author
     */
    insert: createInsert(database),
  }
}
