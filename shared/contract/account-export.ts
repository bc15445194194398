import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { SessionId } from './account.ts'
import { BriefAlert, FlipAlert, LevelAlert, PriceLevel, WorthAlert } from './alerts.ts'
import { BlockedPerson } from './blocks.ts'
import { Direction, Instant, IsoWeek } from './common.ts'
import { ModerationReason, ModerationTarget } from './moderation.ts'
import { NotificationKind, SecurityAct, StoredThreadNotice } from './notifications.ts'
import { Offer } from './offers.ts'
import { ThreadFollow } from './thread.ts'
import { Season } from './users.ts'

const nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

const written = { created: Instant, title: Type.String(), content: Type.String() }
const counts = { views: Type.Integer(), likes: Type.Integer(), dislikes: Type.Integer() }
const reaction = { kind: Type.Union([Type.Literal('like'), Type.Literal('dislike')]) }

/** The JSON export: what is stored about a person, without hashes, keys and what is computed from the rest. */
export const AccountExport = Type.Object({
  exported: Instant,
  account: Type.Array(
    Type.Object({
      id: Type.Integer(),
      loginMethod: Type.String(),
      email: Type.String(),
      nickname: Type.String(),
      uniqueCode: Type.String(),
      isAdmin: Type.Integer(),
      created: Instant,
      loginCount: Type.Integer(),
      lastLogin: Instant,
      mutedUntil: nullable(Instant),
      bannedAt: nullable(Instant),
      ranksFrom: nullable(Instant),
      votesFrom: nullable(Instant),
      points: nullable(Type.Integer()),
      settledVotes: nullable(Type.Integer()),
    }),
    { description: 'One element' },
  ),
  identities: Type.Array(
    Type.Object({
      id: Type.Integer(),
      issuer: Type.String(),
      subject: Type.String(),
      loginMethod: Type.String(),
      created: Instant,
      lastUsed: Instant,
    }),
  ),
  votes: Type.Array(
    Type.Object({
      id: Type.Integer(),
      round: Instant,
      direction: Direction,
      offer: Offer,
      offerVersion: Type.Integer(),
      entryPrice: nullable(Type.String()),
      carried: Type.Integer(),
      outcome: nullable(Type.String()),
      points: nullable(Type.Integer()),
      settledAt: nullable(Instant),
      ...written,
      modified: nullable(Instant),
      receiptTime: Instant,
      receiptSalt: nullable(Type.String()),
      receiptVersion: Type.Integer(),
      noteHiddenAt: nullable(Instant),
      ...counts,
    }),
  ),
  seasons: Type.Array(
    Type.Object({
      season: Season,
      rank: nullable(Type.Integer()),
      points: Type.Integer(),
      settledVotes: Type.Integer(),
      calls: Type.Integer(),
      right: Type.Integer(),
      impliedPpm: Type.Integer(),
    }),
    { description: 'Figures by season; a rank once the season is final' },
  ),
  posts: Type.Array(
    Type.Object({
      id: Type.Integer(),
      board: Type.String(),
      priority: Type.Integer(),
      ...written,
      updated: nullable(Instant),
      hiddenAt: nullable(Instant),
      ...counts,
    }),
  ),
  voteReactions: Type.Array(Type.Object({ voteId: Type.Integer(), ...reaction })),
  postReactions: Type.Array(Type.Object({ postId: Type.Integer(), ...reaction })),
  replies: Type.Array(
    Type.Object({
      id: Type.Integer(),
      voteId: nullable(Type.Integer()),
      postId: nullable(Type.Integer()),
      quoteId: nullable(Type.Integer()),
      created: Instant,
      modified: nullable(Instant),
      deletedAt: nullable(Instant),
      hiddenAt: nullable(Instant),
      content: Type.String(),
      likes: Type.Integer(),
      dislikes: Type.Integer(),
    }),
  ),
  replyReactions: Type.Array(Type.Object({ replyId: Type.Integer(), ...reaction })),
  threadFollows: Type.Array(
    Type.Object({
      voteId: nullable(Type.Integer()),
      postId: nullable(Type.Integer()),
      follow: ThreadFollow,
      changed: Instant,
    }),
    { description: 'Choices for threads; authors follow without one' },
  ),
  mentions: Type.Array(Type.Object({ replyId: Type.Integer() }), {
    description: 'Replies of others that mention the user',
  }),
  directionLocks: Type.Array(Type.Object({ round: Instant, since: Instant })),
  sessions: Type.Array(
    Type.Object({
      id: SessionId,
      identityId: nullable(Type.Integer()),
      app: Type.String(),
      system: Type.String(),
      created: Instant,
      signedIn: nullable(Instant),
      lastUsed: Instant,
      expires: Instant,
      revoked: nullable(Instant),
    }),
  ),
  notifications: Type.Array(
    Type.Object({
      id: Type.Integer(),
      kind: NotificationKind,
      round: nullable(Instant),
      season: nullable(Season),
      act: nullable(SecurityAct),
      provider: nullable(Type.String()),
      alert: nullable(
        Type.Union([LevelAlert, FlipAlert, WorthAlert, BriefAlert, StoredThreadNotice]),
      ),
      created: Instant,
    }),
  ),
  notificationSettings: Type.Array(
    Type.Object({
      settled: Type.Boolean(),
      closing: Type.Boolean(),
      season: Type.Boolean(),
      opened: Type.Boolean(),
      flip: Type.Boolean(),
      reply: Type.Boolean(),
      mention: Type.Boolean(),
      showsDirection: Type.Boolean(),
      worth: nullable(Type.Integer()),
      noPush: Type.Array(Type.String()),
      noDesktop: Type.Array(Type.String()),
      brief: nullable(Type.Object({ hour: Type.Integer(), zone: Type.String(), due: Instant })),
      seenId: Type.Integer(),
    }),
    { description: 'One element once a switch was changed or a notification was seen' },
  ),
  priceLevels: Type.Array(
    Type.Object({
      ...PriceLevel.properties,
      side: nullable(Type.String()),
      isArmed: Type.Boolean(),
      notified: nullable(Instant),
    }),
  ),
  blocks: Type.Array(BlockedPerson, { description: 'People whom the user has blocked' }),
  weekRanks: Type.Array(
    Type.Object({
      week: IsoWeek,
      before: nullable(Type.Integer()),
      after: nullable(Type.Integer()),
    }),
    { description: 'Ranks before and after weeks in which a call settled' },
  ),
  pushDevices: Type.Array(
    Type.Object({
      id: Type.Integer(),
      service: Type.String({ description: 'Host of the push service' }),
      zone: Type.String(),
      locale: Type.String(),
      created: Instant,
    }),
  ),
  reports: Type.Array(
    Type.Object({
      target: ModerationTarget,
      targetId: Type.Integer(),
      reason: ModerationReason,
      text: Type.String(),
      created: Instant,
    }),
  ),
  moderation: Type.Array(
    Type.Object({
      id: Type.Integer(),
      act: Type.String(),
      target: nullable(ModerationTarget),
      targetId: nullable(Type.Integer()),
      reason: ModerationReason,
      message: Type.String(),
      excerpt: Type.String(),
      until: nullable(Instant),
      created: Instant,
      appeal: nullable(
        Type.Object({
          text: Type.String(),
          created: Instant,
          decided: nullable(Instant),
          granted: nullable(Type.Boolean()),
          answer: Type.String(),
        }),
      ),
    }),
  ),
})
export type AccountExport = Static<typeof AccountExport>
