import type { Database } from '#api/infrastructure/database/database.ts'
import { createPagedList, listTotal, planPage } from '#api/infrastructure/database/paged-list.ts'
import { column, type StaticColumns, statement } from '#api/infrastructure/database/sql.ts'
import { lockAuthor, RESEND_MS } from '#api/modules/account/author-sql.ts'
import { updateDocument } from '#api/modules/search/document-sql.ts'
import { PAGE_SIZE } from '#shared/contract/common.ts'
import type { BoardType, PostItem, PostList, RecentPosts } from '#shared/contract/posts.ts'
import { ORDINARY_PRIORITY } from '#shared/rules/priority.ts'

const ITEM_COLUMNS = {
  id: column.int,
  user_id: column.int,
  title: column.text,
  unique_code: column.text,
  nickname: column.text,
  created: column.instant,
  updated: column.nullable(column.instant),
  views: column.int,
  likes: column.int,
  priority: column.int,
}

const ITEM = `p.id, p.user_id, p.title, u.unique_code, u.nickname, p.created, p.updated, p.views,
  p.likes, p.priority`

const listPage = (ids: string) => `SELECT ${ITEM} FROM (${ids}) ids JOIN post p ON p.id = ids.id
  JOIN user_account u ON u.id = p.user_id ORDER BY p.id DESC`

/** Important notices first. SQL, because Prisma cannot order by an expression. Few rows to sort. */
const NOTICES = statement(
  `SELECT ${ITEM} FROM post p JOIN user_account u ON u.id = p.user_id WHERE p.board = 'notices' AND p.hidden_at IS NULL
  ORDER BY (p.priority >= ${ORDINARY_PRIORITY}), p.id DESC LIMIT ${PAGE_SIZE} OFFSET $1`,
  ITEM_COLUMNS,
)

/** The newest post of the person on the board, if it is the same. All of the person's are read, by their index. */
const RESENT = statement(
  `WITH own AS MATERIALIZED (
    SELECT id, content, priority, hidden_at FROM post
    WHERE user_id = $1 AND board = $2::board AND created > $3
  ), newest AS (SELECT * FROM own ORDER BY id DESC LIMIT 1)
  SELECT id FROM newest WHERE content = $4 AND priority = $5 AND hidden_at IS NULL`,
  { id: column.int },
)

const INSERT = statement(
  `INSERT INTO post (board, user_id, title, content, priority, created)
  VALUES ($1::board, $2, $3, $4, $5, $6) RETURNING id`,
  { id: column.int },
)

/** Null leaves `updated` and `priority` as they are. */
const UPDATE = statement(
  `UPDATE post SET title = $2, content = $3, updated = coalesce($4::timestamptz, updated),
    priority = coalesce($5::smallint, priority)
  WHERE id = $1 AND ($6::timestamptz IS NULL OR coalesce(updated, created) = $6 OR content = $3) RETURNING id`,
  { id: column.int },
)

const AUTHOR = { select: { uniqueCode: true, nickname: true } }

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

/** `updated` is null for an unchanged text, `priority` undefined for an unchanged priority. */
export type PostUpdate = PostText & {
  id: number
  priority: number | undefined
  updated: number | null
  /** When the edited copy had last changed; null to replace whatever is stored. */
  seen: number | null
}

export type PostStore = ReturnType<typeof createPostStore>
/** A post with its author and the reaction of one viewer. */
export type PostRow = NonNullable<Awaited<ReturnType<PostStore['find']>>>

function toPostItem(row: StaticColumns<typeof ITEM_COLUMNS>): PostItem {
  return {
    id: row.id,
    uid: row.user_id,
    title: row.title,
    uniqueCode: row.unique_code,
    nickname: row.nickname,
    created: row.created.toISOString(),
    updated: row.updated?.toISOString() ?? null,
    views: row.views,
    likes: row.likes,
    priority: row.priority,
  }
}

/** Posts of the three boards in the database. Triggers update the totals. */
export function createPostStore(database: Database) {
  const { post } = database.prisma
  const boardList = (board: 'frees' | 'suggestions') =>
    createPagedList(database, {
      list: board,
      from: `post WHERE board = '${board}' AND hidden_at IS NULL`,
      columns: ITEM_COLUMNS,
      select: listPage,
    })
  const lists = { frees: boardList('frees'), suggestions: boardList('suggestions') }
  const noticesPage = async (page: number) => {
    const { limit, pagination } = planPage(await listTotal(database, 'notices'), page)
    const rows = limit === 0 ? [] : await database.query(NOTICES, [(page - 1) * PAGE_SIZE])
    return { rows, pagination }
  }

  return {
    /** A page of a board, newest first; important notices come before the others. */
    async list(board: BoardType, page: number): Promise<PostList> {
      const { rows, pagination } =
        board === 'notices' ? await noticesPage(page) : await lists[board].page(page)
      return { posts: rows.map(toPostItem), pagination }
    },

    /** Forgets positions of list pages from post `id` on, because it left or joined its list. */
    forgetPositions(id: number): void {
      for (const list of Object.values(lists)) list.forgetPositions(id)
    },

    /** The ten newest posts of all boards. */
    async recent(): Promise<RecentPosts> {
      const posts = await post.findMany({
        where: { hiddenAt: null },
        orderBy: { id: 'desc' },
        take: 10,
        select: { id: true, board: true, title: true, created: true, user: AUTHOR },
      })
      return posts.map(({ id, board, title, created, user }) => ({
        id,
        boardType: board,
        title,
        ...user,
        created: created.toISOString(),
      }))
    },

    /** A post as `viewerId` (0 for a guest) sees it; null when it is not on that board. */
    async find(board: BoardType, id: number, viewerId: number) {
      return await post.findUnique({
        where: { id, board },
        include: {
          user: AUTHOR,
          reactions: { where: { userId: viewerId }, select: { kind: true } },
        },
      })
    },

    async boardOf(id: number): Promise<BoardType | null> {
      const row = await post.findUnique({ where: { id }, select: { board: true } })
      return row?.board ?? null
    },

    /** Stores a post, once if it is sent again, as after a lost answer. @returns its id */
    insert: ({ board, userId, title, content, priority, now }: NewPost): Promise<number> =>
      database.transaction(async (sql) => {
        await lockAuthor(sql, userId)
        const sent = [userId, board, new Date(now - RESEND_MS), content, priority]
        const [stored] = await sql.query(RESENT, sent)
        if (stored) return stored.id
        const values = [board, userId, title, content, priority, new Date(now)]
        const [row] = await sql.query(INSERT, values)
        if (!row) throw new Error('a post was not inserted')
        await updateDocument(sql, 'post', row.id)
        return row.id
      }),

    /** @returns false, and changes nothing, when the text was edited after `seen` and is another */
    update: ({ id, title, content, priority, updated, seen }: PostUpdate): Promise<boolean> =>
      database.transaction(async (sql) => {
        const instant = (ms: number | null) => (ms === null ? null : new Date(ms))
        const values = [id, title, content, instant(updated), priority ?? null, instant(seen)]
        const [row] = await sql.query(UPDATE, values)
        if (row) await updateDocument(sql, 'post', id)
        return row !== undefined
      }),
  }
}
