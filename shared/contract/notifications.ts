import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { BRIEF_HOURS } from '#shared/rules/brief.ts'
import { WORTH_MAX, WORTH_MIN } from '#shared/rules/worth-alert.ts'
import { BriefAlert, FlipAlert, LevelAlert, WorthAlert } from './alerts.ts'
import { Direction, Instant, LargeId, ReferencePrice, UserName, VoteResult } from './common.ts'
import { BoardType } from './posts.ts'
import { Outcome } from './rounds.ts'
import { ThreadTarget } from './thread.ts'
import { Season } from './users.ts'

const nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

export const NotificationKind = Type.Union([
  Type.Literal('settled', { description: 'An own call was settled' }),
  Type.Literal('closing', { description: 'The live round closes within an hour, without a call' }),
  Type.Literal('season', { description: 'A season with an own rank is final' }),
  Type.Literal('opened', { description: 'A round opened' }),
  Type.Literal('security', {
    description: 'Somebody changed the sign-in methods or took data out; cannot be switched off',
  }),
  Type.Literal('flip', {
    description: 'An own call became right, or no longer right, at the price',
  }),
  Type.Literal('level', { description: 'The price crossed a level of the user' }),
  Type.Literal('worth', {
    description: 'What the open calls are worth together crossed a mark of the user',
  }),
  Type.Literal('brief', { description: 'The brief of a day' }),
  Type.Literal('reply', { description: 'Replies in a followed thread' }),
  Type.Literal('mention', { description: 'Replies of which at least one mentions the user' }),
  Type.Literal('test', { description: 'The user asked for it' }),
])
export type NotificationKind = Static<typeof NotificationKind>

/** An act that every device of a person is told of. */
export const SecurityAct = Type.Union([
  Type.Literal('link'),
  Type.Literal('unlink'),
  Type.Literal('export'),
  Type.Literal('delete', { description: 'Pushed only: the list goes with the account' }),
])
export type SecurityAct = Static<typeof SecurityAct>

/** New replies of one thread. It has no text of them. */
export const ThreadNotice = Type.Object({
  target: ThreadTarget,
  id: LargeId,
  boardType: nullable(BoardType),
  title: nullable(
    Type.String({ description: 'Of the note or post; null where it has none that is shown' }),
  ),
  replyId: LargeId,
  replies: Type.Integer({ description: 'Of others, from `replyId` on' }),
  mentions: Type.Integer({ description: 'Those that mention the user' }),
  author: nullable(UserName),
})
export type ThreadNotice = Static<typeof ThreadNotice>

/** A notice of a thread as stored: names and titles are read with it. */
export const StoredThreadNotice = Type.Object({
  target: ThreadTarget,
  threadId: LargeId,
  replyId: LargeId,
  replies: Type.Integer(),
  mentions: Type.Integer(),
  authorId: Type.Integer({ description: 'Author of the first reply' }),
})

/** At most one of a kind and round or season per person; any number of the others. */
export const Notification = Type.Object({
  id: LargeId,
  kind: NotificationKind,
  created: Instant,
  isNew: Type.Boolean({ description: 'Not marked as seen yet' }),
  round: nullable(
    Type.Object({
      refDate: Instant,
      targetDate: Instant,
      refPrice: ReferencePrice,
      outcome: nullable(Outcome),
    }),
  ),
  vote: nullable(
    Type.Object(
      { id: LargeId, direction: Direction, result: VoteResult, points: Type.Integer() },
      { description: 'The own settled call' },
    ),
  ),
  season: nullable(
    Type.Object({
      season: Season,
      rank: nullable(Type.Integer()),
      rankedMembers: Type.Integer(),
      points: Type.Integer(),
    }),
  ),
  security: nullable(
    Type.Object({
      act: SecurityAct,
      provider: nullable(Type.String({ description: 'Kind of the provider, or its host' })),
    }),
  ),
  level: Type.Optional(nullable(LevelAlert)),
  flip: Type.Optional(nullable(FlipAlert)),
  worth: Type.Optional(nullable(WorthAlert)),
  brief: Type.Optional(nullable(BriefAlert)),
  thread: Type.Optional(nullable(ThreadNotice)),
})
export type Notification = Static<typeof Notification>

/** Newest first, of the last 90 days, at most 100. */
export const NotificationList = Type.Object({
  unseen: Type.Integer(),
  items: Type.Array(Notification),
})
export type NotificationList = Static<typeof NotificationList>

export const UnseenCount = Type.Object({ unseen: Type.Integer() })

/** Everything up to this id is seen. */
export const SeenBody = Type.Object({ id: LargeId }, { additionalProperties: false })

export const KindSettings = Type.Object(
  {
    settled: Type.Boolean(),
    closing: Type.Boolean(),
    season: Type.Boolean(),
    opened: Type.Boolean(),
    flip: Type.Optional(Type.Boolean({ description: 'True by default' })),
    reply: Type.Optional(Type.Boolean({ description: 'True by default' })),
    mention: Type.Optional(Type.Boolean({ description: 'True by default' })),
  },
  { additionalProperties: false },
)

/** When the brief of a day is pushed; null for never. */
const BriefSetting = Type.Union(
  [
    Type.Object(
      {
        hour: Type.Integer({ minimum: BRIEF_HOURS.first, maximum: BRIEF_HOURS.last }),
        zone: Type.String({ maxLength: 64, description: 'IANA time zone of the hour' }),
      },
      { additionalProperties: false },
    ),
    Type.Null(),
  ],
  { description: 'Local time of the brief of each day; null, the default, for none' },
)

/** Kinds that a person may keep out of push messages: all but those about security, and tests. */
export const AlertKind = Type.Union([
  Type.Literal('settled'),
  Type.Literal('flip'),
  Type.Literal('closing'),
  Type.Literal('season'),
  Type.Literal('opened'),
  Type.Literal('worth'),
  Type.Literal('level'),
  Type.Literal('brief'),
  Type.Literal('reply'),
  Type.Literal('mention'),
])
export type AlertKind = Static<typeof AlertKind>
const Kinds = Type.Array(AlertKind, { uniqueItems: true })
/** What came with later versions: absent from an older client, and from the reply of an older server. */
const laterSettings = {
  showsDirection: Type.Optional(
    Type.Boolean({ description: 'Whether push messages name the direction of an own call' }),
  ),
  worth: Type.Optional(
    nullable(
      Type.Integer({
        minimum: WORTH_MIN,
        maximum: WORTH_MAX,
        description: 'Points to be notified of when the open calls cross them together',
      }),
    ),
  ),
  brief: Type.Optional(BriefSetting),
  noPush: Type.Optional(Kinds),
  noDesktop: Type.Optional(Kinds),
}

/** Switches to save; what is absent stays as it is. Kinds of `noPush` and `noDesktop` are in the list only. */
export const NotificationSettingsBody = Type.Object(
  { ...Type.Partial(KindSettings).properties, ...laterSettings },
  { additionalProperties: false },
)
export type NotificationSettingsBody = Static<typeof NotificationSettingsBody>

export const PushDevice = Type.Object({
  id: Type.Integer(),
  device: Type.Object({
    app: Type.String({ description: 'Such as Chrome; empty when unknown' }),
    system: Type.String({ description: 'Such as Windows; empty when unknown' }),
  }),
  zone: Type.String({ description: 'IANA time zone of the quiet hours' }),
  created: Instant,
  current: Type.Boolean({ description: 'Of the session of this request' }),
})
export type PushDevice = Static<typeof PushDevice>

export const NotificationSettings = Type.Object({
  kinds: KindSettings,
  ...laterSettings,
  publicKey: Type.String({ description: 'VAPID key to subscribe with, base64url' }),
  devices: Type.Array(PushDevice),
})
export type NotificationSettings = Static<typeof NotificationSettings>

/** A browser's push subscription with its time zone and language. */
export const PushDeviceBody = Type.Object(
  {
    endpoint: Type.String({ maxLength: 1024 }),
    p256dh: Type.String({ pattern: '^[A-Za-z0-9_-]{87}$' }),
    auth: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }),
    publicKey: Type.String({ pattern: '^[A-Za-z0-9_-]{87}$' }),
    zone: Type.String({ maxLength: 64 }),
    locale: Type.Union([Type.Literal('en-US'), Type.Literal('ko-KR')]),
    renews: Type.Optional(
      Type.Boolean({
        description: 'Refused with NOT_FOUND once the person has removed the device',
      }),
    ),
  },
  { additionalProperties: false },
)
export type PushDeviceBody = Static<typeof PushDeviceBody>

export const TestBody = Type.Object({}, { additionalProperties: false })

export const TestReply = Type.Object({
  devices: Type.Integer({ description: 'Devices that get the test as a push message' }),
})
