import type { Database } from '#api/infrastructure/database/database.ts'
import { createPagedList, paginationOf } from '#api/infrastructure/database/paged-list.ts'
import { column, type StaticColumns, statement } from '#api/infrastructure/database/sql.ts'
import { SKILL_COLUMNS, SKILL_FIGURES, toTestedRecord } from '#api/modules/ranking/skill-sql.ts'
import { Direction, PAGE_SIZE } from '#shared/contract/common.ts'
import { Outcome } from '#shared/contract/rounds.ts'
import type { VoteItem, VoteList } from '#shared/contract/votes.ts'
import { voteResult } from '#shared/rules/band.ts'
import { skillLevel } from '#shared/rules/skill-test.ts'

const ITEM_COLUMNS = {
  id: column.int,
  user_id: column.int,
  title: column.text,
  choice: Direction,
  outcome: column.nullable(Outcome),
  offer_hit: column.int,
  offer_miss: column.int,
  carried: column.int,
  points: column.nullable(column.int),
  unique_code: column.text,
  nickname: column.text,
  created: column.instant,
  views: column.int,
  likes: column.int,
  has_content: column.boolean,
  target_date: column.instant,
  ref_price: column.nullable(column.text),
  ...SKILL_COLUMNS,
}

/**
 * The ledger is written in batches; points are shown once it is complete. Votes of an erased author have
 * nothing in common that could connect them.
 */
const listPage = (
  ids: string,
) => `SELECT v.id, CASE WHEN u.erased_at IS NULL THEN u.id ELSE 0 END AS user_id,
    CASE WHEN v.note_hidden_at IS NULL THEN v.title ELSE '' END AS title, v.choice, r.outcome,
    v.offer_hit, v.offer_miss, v.carried, CASE WHEN r.settled_at IS NOT NULL THEN l.points END AS points,
    CASE WHEN u.erased_at IS NULL THEN u.unique_code ELSE '' END AS unique_code, u.nickname, v.created, v.views, v.likes,
    v.has_content AND v.note_hidden_at IS NULL AS has_content, r.target_date, r.ref_price,
    ${SKILL_FIGURES}
  FROM (${ids}) ids JOIN vote v ON v.id = ids.id
  JOIN user_account u ON u.id = v.user_id JOIN round r ON r.id = v.round_id
  LEFT JOIN skill k ON k.user_id = v.user_id AND k.list = 'all' AND u.erased_at IS NULL
  LEFT JOIN ledger l ON l.vote_id = v.id ORDER BY v.id DESC`

const ONE = statement(listPage('SELECT $1::bigint AS id'), ITEM_COLUMNS)

const ROUND_TOTAL = statement(
  'SELECT coalesce(sum(votes), 0)::int AS total FROM round_tally WHERE round_id = $1',
  { total: column.int },
)
const ROUND_NEWEST = statement(
  listPage('SELECT id FROM vote WHERE round_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3'),
  ITEM_COLUMNS,
)
const ROUND_OLDEST = statement(
  listPage('SELECT id FROM vote WHERE round_id = $1 ORDER BY id LIMIT $2 OFFSET $3'),
  ITEM_COLUMNS,
)

/** At most two a week, so they are counted by the index (user, round), which also orders them. */
const OWN_TOTAL = statement('SELECT count(*)::int AS total FROM vote WHERE user_id = $1', {
  total: column.int,
})
const OWN = statement(
  listPage('SELECT id FROM vote WHERE user_id = $1 ORDER BY round_id DESC LIMIT $2 OFFSET $3'),
  ITEM_COLUMNS,
)

function toVoteItem(row: StaticColumns<typeof ITEM_COLUMNS>): VoteItem {
  return {
    id: row.id,
    uid: row.user_id,
    title: row.title,
    voteChoice: row.choice,
    result: voteResult(row.choice, row.outcome),
    offer: { hit: row.offer_hit, miss: row.offer_miss },
    carried: row.carried,
    points: row.points,
    uniqueCode: row.unique_code,
    nickname: row.nickname,
    created: row.created.toISOString(),
    views: row.views,
    likes: row.likes,
    contentExist: row.has_content ? 1 : 0,
    targetTime: row.target_date.toISOString(),
    refPrice: row.ref_price,
    skill: skillLevel(toTestedRecord(row)),
  }
}

/** The lists of votes, newest first; pages count from 1, totals come from counters. */
export function createVoteListStore(database: Database) {
  const source = { columns: ITEM_COLUMNS, select: listPage }
  const votes = createPagedList(database, { ...source, list: 'votes', from: 'vote' })
  const notes = createPagedList(database, {
    ...source,
    list: 'notes',
    from: 'vote WHERE has_content AND note_hidden_at IS NULL',
  })
  const read = async (list: typeof votes, page: number): Promise<VoteList> => {
    const { rows, pagination } = await list.page(page)
    return { posts: rows.map(toVoteItem), pagination }
  }

  return {
    /** All votes. */
    list: (page: number) => read(votes, page),

    /** Votes whose note is shown. */
    listNotes: (page: number) => read(notes, page),

    /** Votes of one round, read from its nearer end. */
    async listRound(roundId: number, page: number): Promise<VoteList> {
      const [{ total } = { total: 0 }] = await database.query(ROUND_TOTAL, [roundId])
      const pagination = paginationOf(total, page, PAGE_SIZE)
      const start = (page - 1) * PAGE_SIZE
      if (start >= total) return { posts: [], pagination }
      const size = Math.min(PAGE_SIZE, total - start)
      const rows =
        start <= total / 2
          ? await database.query(ROUND_NEWEST, [roundId, size, start])
          : await database.query(ROUND_OLDEST, [roundId, size, total - start - size])
      return { posts: rows.map(toVoteItem), pagination }
    },

    /** Votes of one user. */
    async listOwn(userId: number, page: number): Promise<VoteList> {
      const start = (page - 1) * PAGE_SIZE
      const [[{ total } = { total: 0 }], rows] = await Promise.all([
        database.query(OWN_TOTAL, [userId]),
        database.query(OWN, [userId, PAGE_SIZE, start]),
      ])
      return { posts: rows.map(toVoteItem), pagination: paginationOf(total, page, PAGE_SIZE) }
    },

    /** A vote as the lists show it; null when it does not exist. */
    async item(id: number): Promise<VoteItem | null> {
      const [row] = await database.query(ONE, [id])
      return row ? toVoteItem(row) : null
    },

    /** Forgets positions of list pages from vote `id` on, because a vote left or joined a list. */
    forgetPositions(id: number): void {
      votes.forgetPositions(id)
      notes.forgetPositions(id)
    },
  }
}
