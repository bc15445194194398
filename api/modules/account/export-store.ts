import type { Database } from '#api/infrastructure/database/database.ts'
import { isoSql as iso, type Sql } from '#api/infrastructure/database/sql.ts'
import { seasonSql } from '#api/modules/rounds/points-sql.ts'
import type { AccountExport } from '#shared/contract/account-export.ts'
import { ALERT_SECTIONS } from './export-alerts-sql.ts'
import { COUNTS, section } from './export-sql.ts'

/** A section of the JSON export. */
export type SectionName = Exclude<keyof AccountExport, 'exported'>

/** In the order of the JSON export. */
const SECTIONS: Record<SectionName, ReturnType<typeof section>> = {
  account: section(
    'u.id',
    {
      id: 'u.id',
      loginMethod: 'u.login_method',
      email: 'u.email',
      nickname: 'u.nickname',
      uniqueCode: 'u.unique_code',
      isAdmin: 'u.is_admin',
      created: iso('u.created'),
      loginCount: 'u.login_count',
      lastLogin: iso('u.last_login'),
      mutedUntil: iso('u.muted_until'),
      bannedAt: iso('u.banned_at'),
      ranksFrom: iso('u.ranks_from'),
      votesFrom: iso('u.votes_from'),
      points: 's.points',
      settledVotes: 's.settled',
    },
    'FROM user_account u LEFT JOIN user_stats s ON s.user_id = u.id WHERE u.id = $1',
  ),
  identities: section(
    'id',
    {
      id: 'id',
      issuer: 'issuer',
      subject: 'subject',
      loginMethod: 'login_method',
      created: iso('created'),
      lastUsed: iso('last_used'),
    },
    'FROM identity WHERE user_id = $1',
  ),
  votes: section(
    'v.id',
    {
      id: 'v.id',
      round: iso('r.target_date'),
      direction: 'v.choice',
      offer: "json_build_object('hit', v.offer_hit, 'miss', v.offer_miss)",
      offerVersion: 'v.offer_version',
      entryPrice: 'v.entry_price',
      carried: 'v.carried',
      outcome: 'r.outcome',
      points: 'l.points',
      settledAt: iso('l.settled_at'),
      created: iso('v.created'),
      modified: iso('v.modified'),
      receiptTime: iso('coalesce(v.accepted, v.created)'),
      receiptSalt: "encode(v.salt, 'hex')",
      receiptVersion: 'v.receipt_version',
      title: 'v.title',
      content: 'v.content',
      noteHiddenAt: iso('v.note_hidden_at'),
      ...COUNTS,
    },
    `FROM vote v JOIN round r ON r.id = v.round_id LEFT JOIN ledger l ON l.vote_id = v.id
    WHERE v.user_id = $1`,
  ),
  seasons: section(
    'row_number() OVER (ORDER BY s.season)',
    {
      season: 's.season',
      rank: 'f.rank',
      points: 's.points',
      settledVotes: 's.settled',
      calls: 's.calls',
      right: 's.right_calls',
      impliedPpm: 's.implied_ppm',
    },
    // By the key of the table: the seasons are those of the rounds.
    `FROM season_stats s LEFT JOIN season_result f ON f.season = s.season AND f.user_id = s.user_id
    WHERE s.user_id = $1 AND s.season IN (SELECT ${seasonSql('target_date')} FROM round)`,
  ),
  posts: section(
    'id',
    {
      id: 'id',
      board: 'board',
      priority: 'priority',
      created: iso('created'),
      updated: iso('updated'),
      title: 'title',
      content: 'content',
      hiddenAt: iso('hidden_at'),
      ...COUNTS,
    },
    'FROM post WHERE user_id = $1',
  ),
  voteReactions: section(
    'vote_id',
    { voteId: 'vote_id', kind: 'kind' },
    'FROM vote_reaction WHERE user_id = $1',
  ),
  postReactions: section(
    'post_id',
    { postId: 'post_id', kind: 'kind' },
    'FROM post_reaction WHERE user_id = $1',
  ),
  replies: section(
    'id',
    {
      id: 'id',
      voteId: 'vote_id',
      postId: 'post_id',
      quoteId: 'quote_id',
      created: iso('created'),
      modified: iso('modified'),
      deletedAt: iso('deleted_at'),
      hiddenAt: iso('hidden_at'),
      content: 'content',
      likes: 'likes',
      dislikes: 'dislikes',
    },
    'FROM reply WHERE user_id = $1',
  ),
  replyReactions: section(
    'reply_id',
    { replyId: 'reply_id', kind: 'kind' },
    'FROM reply_reaction WHERE user_id = $1',
  ),
  threadFollows: section(
    'id',
    { voteId: 'vote_id', postId: 'post_id', follow: 'state', changed: iso('changed') },
    'FROM thread_follow WHERE user_id = $1',
  ),
  mentions: section(
    'm.reply_id',
    { replyId: 'm.reply_id' },
    'FROM reply_mention m WHERE m.user_id = $1',
  ),
  directionLocks: section(
    'r.id',
    { round: iso('r.target_date'), since: iso('d.since') },
    'FROM direction_lock d JOIN round r ON r.id = d.round_id WHERE d.user_id = $1',
  ),
  sessions: section(
    'row_number() OVER (ORDER BY created, id)',
    {
      id: 'id',
      identityId: 'identity_id',
      app: 'device_app',
      system: 'device_system',
      created: iso('created'),
      signedIn: iso('auth_time'),
      lastUsed: iso('last_used'),
      expires: iso('expires'),
      revoked: iso('revoked'),
    },
    'FROM session WHERE user_id = $1',
  ),
  notifications: ALERT_SECTIONS.notifications,
  notificationSettings: ALERT_SECTIONS.notificationSettings,
  priceLevels: ALERT_SECTIONS.priceLevels,
  blocks: section(
    'b.blocked_id',
    { uniqueCode: 'u.unique_code', nickname: 'u.nickname', since: iso('b.created') },
    `FROM block b JOIN user_account u ON u.id = b.blocked_id AND u.erased_at IS NULL
    WHERE b.blocker_id = $1`,
  ),
  weekRanks: section(
    'row_number() OVER (ORDER BY week)',
    { week: "to_char(week, 'IYYY-IW')", before: 'rank_before', after: 'rank' },
    'FROM week_rank WHERE user_id = $1',
  ),
  pushDevices: ALERT_SECTIONS.pushDevices,
  reports: section(
    'id',
    {
      target: 'target',
      targetId: 'target_id',
      reason: 'reason',
      text: 'text',
      created: iso('created'),
    },
    'FROM report WHERE reporter_id = $1',
  ),
  moderation: section(
    'm.id',
    {
      id: 'm.id',
      act: 'm.act',
      target: 'm.target',
      targetId: 'm.target_id',
      reason: 'm.reason',
      message: 'm.message',
      excerpt: 'm.excerpt',
      until: iso('m.until'),
      created: iso('m.created'),
      appeal: `CASE WHEN a.act_id IS NOT NULL THEN json_build_object('text', a.text,
        'created', ${iso('a.created')}, 'decided', ${iso('a.decided')}, 'granted', a.granted,
        'answer', a.answer) END`,
    },
    'FROM moderation_act m LEFT JOIN appeal a ON a.act_id = m.id WHERE m.subject_id = $1',
  ),
}

/** Names of the sections, in the order of the JSON export. */
export const SECTION_NAMES = Object.keys(SECTIONS).filter(
  (name): name is SectionName => name in SECTIONS,
)

/** Whether the account exists and is not erased. */
export async function isExportable({ prisma }: Database, userId: number): Promise<boolean> {
  return (await prisma.user.count({ where: { id: userId, erasedAt: null } })) > 0
}

/** Rows of a section as JSON, at most `limit` after the row with the key `after`; keys are above zero. */
export const readSection = (
  sql: Sql,
  name: SectionName,
  { userId, after, limit }: { userId: number; after: number; limit: number },
): Promise<{ key: number; line: string }[]> => sql.query(SECTIONS[name], [userId, after, limit])
