import type { Database } from '#api/platform/database/database.ts'
import { type PagePlan, planPage } from '#api/platform/paging.ts'
import { type BoardType, ORDINARY_PRIORITY, type RecentPosts } from '#shared/contract/posts.ts'
import type { PostDetailRow, PostItemRow } from './post-row.ts'

const ITEM = `p.id, p.user_id, p.title, u.unique_code, u.nickname, p.created, p.updated, p.views,
  p.likes, p.priority`
const JOINED = 'JOIN user_account u ON u.id = p.user_id'

/** The ids of a page come from the key alone; only ten rows are joined. */
const page = (order: 'DESC' | 'ASC') => `SELECT ${ITEM} FROM (
    SELECT id FROM post WHERE board = $1::board ORDER BY id ${order} LIMIT $2 OFFSET $3
  ) ids JOIN post p ON p.id = ids.id ${JOINED} ORDER BY p.id DESC`
const PAGE_FROM_START = page('DESC')
const PAGE_FROM_END = page('ASC')

/** Important notices first. Admins write notices, so the list stays short enough to be sorted. */
const NOTICES = `SELECT ${ITEM} FROM post p ${JOINED} WHERE p.board = 'notices'
  ORDER BY (p.priority >= ${ORDINARY_PRIORITY}), p.id DESC LIMIT $1 OFFSET $2`

const DETAIL = `SELECT ${ITEM}, p.board, p.content, p.dislikes, x.kind AS user_reaction
  FROM post p ${JOINED} LEFT JOIN post_reaction x ON x.post_id = p.id AND x.user_id = $3
  WHERE p.id = $1 AND p.board = $2::board`

const RECENT = `SELECT p.id, p.board AS "boardType", p.title, u.unique_code AS "uniqueCode",
    u.nickname
  FROM (SELECT id FROM post ORDER BY id DESC LIMIT 10) ids
  JOIN post p ON p.id = ids.id ${JOINED} ORDER BY p.id DESC`

export interface PostText {
  title: string
  content: string
}

export type NewPost = PostText & {
  board: BoardType
  userId: number
  priority: number
  now: number
}

export type PostEdit = PostText & { id: number; priority: number | undefined; now: number }

export type PostStore = ReturnType<typeof createPostStore>

/** Posts of the three boards in the database. Totals follow by triggers. */
export function createPostStore(database: Database) {
  const total = async (board: BoardType): Promise<number> => {
    const [row] = await database.query<{ total: number | null }>(
      'SELECT sum(total)::int AS total FROM list_total WHERE list = $1',
      [board],
    )
    return row?.total ?? 0
  }
  const rowsOf = (board: BoardType, plan: PagePlan, number: number) => {
    if (board === 'notices') {
      const offset = (number - 1) * plan.pagination.postsPerPage
      return database.query<PostItemRow>(NOTICES, [plan.limit, offset])
    }
    const text = plan.fromEnd ? PAGE_FROM_END : PAGE_FROM_START
    return database.query<PostItemRow>(text, [board, plan.limit, plan.offset])
  }
  return {
    /** One page of a board: newest first, on the notices after the important ones. */
    async page(board: BoardType, number: number): Promise<{ rows: PostItemRow[]; plan: PagePlan }> {
      const plan = planPage(await total(board), number)
      return { rows: plan.limit === 0 ? [] : await rowsOf(board, plan, number), plan }
    },

    /** A post as `viewerId` (0 for a guest) sees it; null when it is not on that board. */
    async detail(board: BoardType, id: number, viewerId: number): Promise<PostDetailRow | null> {
      const [row] = await database.query<PostDetailRow>(DETAIL, [id, board, viewerId])
      return row ?? null
    },

    async create({ board, userId, title, content, priority, now }: NewPost): Promise<number> {
      const created = new Date(now)
      const data = { board, userId, title, content, priority, created }
      return (await database.prisma.post.create({ data, select: { id: true } })).id
    },

    /** Changes the text and, when given, the priority. */
    async edit({ id, title, content, priority, now }: PostEdit): Promise<void> {
      const change = { title, content, updated: new Date(now) }
      const data = priority === undefined ? change : { ...change, priority }
      await database.prisma.post.update({ where: { id }, data, select: { id: true } })
    },

    /** The ten newest posts of all boards. */
    recent: () => database.query<RecentPosts[number]>(RECENT),
  }
}
