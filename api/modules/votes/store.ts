import type { Database } from '#api/infrastructure/database/database.ts'
import { statement } from '#api/infrastructure/database/sql.ts'
import { createPagedList } from '#api/lists/store.ts'
import { BestVote } from '#shared/contract/posts.ts'
import { createCasting, type VoteCall, type VoteText } from './casting-store.ts'
import { VOTE_DETAIL_COLUMNS, VOTE_ITEM_COLUMNS, type VoteDetailRow } from './vote-row.ts'

const ITEM = `v.id, v.user_id, v.title, v.choice, r.outcome, u.unique_code, u.nickname, v.created,
  v.views, v.likes, v.has_content, r.target_date`
const JOINED = 'JOIN user_account u ON u.id = v.user_id JOIN round r ON r.id = v.round_id'

/** The ids of a page come from the key alone; only ten rows are joined. */
const page = (ids: string) =>
  `SELECT ${ITEM} FROM (${ids}) ids JOIN vote v ON v.id = ids.id ${JOINED} ORDER BY v.id DESC`

const DETAIL = statement(
  `SELECT ${ITEM}, v.round_id, v.content, r.ref_date, r.ref_price, r.settle_price,
    r.settle_source, r.settle_candle_at, r.settle_read_at, v.modified, v.dislikes,
    x.kind AS user_reaction, v.offer_hit, v.offer_miss, v.offer_version, l.points,
    (EXISTS (SELECT FROM vote own WHERE own.user_id = $2 AND own.round_id = $3)
      OR EXISTS (SELECT FROM user_account a WHERE a.id = $2 AND a.is_admin > 0)) AS may_read
  FROM vote v ${JOINED}
  LEFT JOIN vote_reaction x ON x.vote_id = v.id AND x.user_id = $2
  LEFT JOIN ledger l ON l.vote_id = v.id AND r.settled_at IS NOT NULL
  WHERE v.id = $1`,
  VOTE_DETAIL_COLUMNS,
)

const BEST = statement(
  `SELECT v.id, v.title, v.choice AS "voteChoice", u.unique_code AS "uniqueCode",
    u.nickname, v.likes
  FROM (
    (SELECT id, title, choice, user_id, likes FROM vote
      WHERE round_id = $1 AND has_content ORDER BY likes DESC, id DESC LIMIT 10)
    UNION ALL
    (SELECT id, title, choice, user_id, likes FROM vote
      WHERE round_id = $2 AND has_content ORDER BY likes DESC, id DESC LIMIT 10)
  ) v JOIN user_account u ON u.id = v.user_id ORDER BY v.likes DESC, v.id DESC LIMIT 10`,
  BestVote.properties,
)

export type VoteEdit = VoteText & { id: number; now: number; call: VoteCall | null }

export type VoteStore = ReturnType<typeof createVoteStore>

/** Votes in the database. Tallies, totals and standings follow by triggers. */
export function createVoteStore(database: Database) {
  const list = createPagedList(database, {
    columns: VOTE_ITEM_COLUMNS,
    list: 'votes',
    from: 'vote',
    select: page,
  })
  return {
    /** All votes, newest first, by pages. */
    list,

    /** A vote as `viewerId` sees it; `liveRoundId` is the round an own vote must be in. */
    async detail(id: number, viewerId: number, liveRoundId: number): Promise<VoteDetailRow | null> {
      const [row] = await database.query(DETAIL, [id, viewerId, liveRoundId])
      return row ?? null
    },

    /** Casts a vote. Answers its id and its author; null when the user has one in this round. */
    create: createCasting(database),

    /** Changes the text and, with `call`, the direction and its offer. */
    async edit({ id, title, content, now, call }: VoteEdit): Promise<void> {
      await database.prisma.vote.update({
        where: { id },
        data: {
          title,
          content,
          hasContent: content !== '',
          modified: new Date(now),
          ...(call && {
            choice: call.choice,
            offerHit: call.offer.hit,
            offerMiss: call.offer.miss,
            offerVersion: call.offerVersion,
          }),
        },
        select: { id: true },
      })
    },

    /** The ten most liked votes with content of the two unresolved rounds. */
    best: (waitingId: number, liveId: number) => database.query(BEST, [waitingId, liveId]),
  }
}
