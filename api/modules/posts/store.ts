import type { Database } from '#api/infrastructure/database/database.ts'
import { statement } from '#api/infrastructure/database/sql.ts'
import { planPage } from '#api/lists/page-plan.ts'
import { createPagedList, listTotal } from '#api/lists/store.ts'
import { PAGE_SIZE, type Pagination } from '#shared/contract/common.ts'
import { type BoardType, RecentPost } from '#shared/contract/posts.ts'
import { ORDINARY_PRIORITY } from '#shared/rules/priority.ts'
import {
  POST_DETAIL_COLUMNS,
  POST_ITEM_COLUMNS,
  type PostDetailRow,
  type PostItemRow,
} from './post-row.ts'

const ITEM = `p.id, p.user_id, p.title, u.unique_code, u.nickname, p.created, p.updated, p.views,
  p.likes, p.priority`
const JOINED = 'JOIN user_account u ON u.id = p.user_id'

/** The ids of a page come from the key alone; only ten rows are joined. */
const page = (ids: string) =>
  `SELECT ${ITEM} FROM (${ids}) ids JOIN post p ON p.id = ids.id ${JOINED} ORDER BY p.id DESC`

/** Important notices first. Admins write notices, so the list stays short enough to be sorted. */
const NOTICES = statement(
  `SELECT ${ITEM} FROM post p ${JOINED} WHERE p.board = 'notices'
  ORDER BY (p.priority >= ${ORDINARY_PRIORITY}), p.id DESC LIMIT ${PAGE_SIZE} OFFSET $1`,
  POST_ITEM_COLUMNS,
)

const DETAIL = statement(
  `SELECT ${ITEM}, p.board, p.content, p.dislikes, x.kind AS user_reaction
  FROM post p ${JOINED} LEFT JOIN post_reaction x ON x.post_id = p.id AND x.user_id = $3
  WHERE p.id = $1 AND p.board = $2::board`,
  POST_DETAIL_COLUMNS,
)

const RECENT = statement(
  `SELECT p.id, p.board AS "boardType", p.title, u.unique_code AS "uniqueCode",
    u.nickname
  FROM (SELECT id FROM post ORDER BY id DESC LIMIT 10) ids
  JOIN post p ON p.id = ids.id ${JOINED} ORDER BY p.id DESC`,
  RecentPost.properties,
)

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

/** `updated` is null when the text stays as it was, `priority` undefined when that does. */
export type PostEdit = PostText & {
  id: number
  priority: number | undefined
  updated: number | null
}

export type PostStore = ReturnType<typeof createPostStore>

/** Posts of the three boards in the database. Totals follow by triggers. */
export function createPostStore(database: Database) {
  const listOf = (board: 'frees' | 'suggestions') =>
    createPagedList(database, {
      columns: POST_ITEM_COLUMNS,
      list: board,
      from: `post WHERE board = '${board}'`,
      select: page,
    })
  const lists = { frees: listOf('frees'), suggestions: listOf('suggestions') }

  const notices = async (number: number) => {
    const { pagination } = planPage(await listTotal(database, 'notices'), number)
    const offset = (number - 1) * PAGE_SIZE
    const beyond = offset >= pagination.totalPosts
    return { rows: beyond ? [] : await database.query(NOTICES, [offset]), pagination }
  }
  return {
    /** The boards whose pages are found by anchors. */
    lists,

    /** One page of a board: newest first, on the notices after the important ones. */
    async page(
      board: BoardType,
      number: number,
    ): Promise<{ rows: PostItemRow[]; pagination: Pagination }> {
      if (board === 'notices') return notices(number)
      const { rows, plan } = await lists[board].page(number)
      return { rows, pagination: plan.pagination }
    },

    /** A post as `viewerId` (0 for a guest) sees it; null when it is not on that board. */
    async detail(board: BoardType, id: number, viewerId: number): Promise<PostDetailRow | null> {
      const [row] = await database.query(DETAIL, [id, board, viewerId])
      return row ?? null
    },

    async create({ board, userId, title, content, priority, now }: NewPost): Promise<number> {
      const created = new Date(now)
      const data = { board, userId, title, content, priority, created }
      return (await database.prisma.post.create({ data, select: { id: true } })).id
    },

    /** Changes the text and, when given, the priority. */
    async edit({ id, title, content, priority, updated }: PostEdit): Promise<void> {
      const data = {
        title,
        content,
        ...(updated !== null && { updated: new Date(updated) }),
        ...(priority !== undefined && { priority }),
      }
      await database.prisma.post.update({ where: { id }, data, select: { id: true } })
    },

    /** The ten newest posts of all boards. */
    recent: () => database.query(RECENT),
  }
}
