import type { Static, TSchema } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { MODERATION_TEXT_MAX } from '#shared/rules/moderation-text.ts'
import { Author, Id, Instant, LargeId, Pagination } from './common.ts'
import { BoardType } from './posts.ts'
import { ThreadTarget } from './thread.ts'

const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

/** The note of a vote, a post, a user's nickname, or a reply. */
export const ModerationTarget = Type.Union([
  Type.Literal('vote'),
  Type.Literal('post'),
  Type.Literal('nickname'),
  Type.Literal('reply'),
])
export type ModerationTarget = Static<typeof ModerationTarget>

/** Reasons of a report and of a moderator's act. */
export const ModerationReason = Type.Union([
  Type.Literal('spam'),
  Type.Literal('scam'),
  Type.Literal('chatroom', { description: 'Solicitation into chatrooms' }),
  Type.Literal('harassment'),
  Type.Literal('hate'),
  Type.Literal('sexual'),
  Type.Literal('other'),
])
export type ModerationReason = Static<typeof ModerationReason>

/** Acts on content and people, listed in the public moderation log. */
export const PublicAct = Type.Union([
  Type.Literal('hide'),
  Type.Literal('restore'),
  Type.Literal('rename'),
  Type.Literal('mute'),
  Type.Literal('unmute'),
  Type.Literal('ban'),
  Type.Literal('unban'),
])
export type PublicAct = Static<typeof PublicAct>

const Text = Type.String({ maxLength: MODERATION_TEXT_MAX })

/** `targetId`: id of the vote, post or reply, or of the user for a nickname. */
const reference = { target: ModerationTarget, targetId: LargeId }

/** Where the text of a `reference` is. */
const place = {
  boardType: nullable(BoardType),
  thread: Type.Union([Type.Object({ target: ThreadTarget, id: LargeId }), Type.Null()], {
    description: 'The note or post that a reply is below; null for other targets',
  }),
}

/** A report of a note, post, nickname or reply: one per user and target. */
export const ReportBody = Type.Object(
  { ...reference, reason: ModerationReason, text: Type.Optional(Text) },
  { additionalProperties: false },
)
export type ReportBody = Static<typeof ReportBody>

export const CasesQuery = Type.Object(
  {
    state: Type.Optional(Type.Union([Type.Literal('open'), Type.Literal('closed')])),
    page: Type.Optional(Type.Number({ minimum: 1, maximum: 1_000_000, multipleOf: 1 })),
  },
  { additionalProperties: false },
)

/** The user whose content or name is concerned. */
export const ModeratedUser = Type.Object({
  id: Id,
  ...Author,
  created: Instant,
  settledVotes: Type.Integer(),
  isAdmin: Type.Integer(),
  mutedUntil: nullable(Instant),
  bannedAt: nullable(Instant),
  pastActs: Type.Integer({ description: 'Public acts against this user so far' }),
})
export type ModeratedUser = Static<typeof ModeratedUser>

/** Reports of one target, until a moderator decides. */
export const CaseItem = Type.Object({
  id: Id,
  ...reference,
  ...place,
  excerpt: Type.String({ description: 'Title or first line of the text, or the nickname' }),
  author: Type.Object({ id: Id, ...Author }),
  reports: Type.Integer(),
  reasons: Type.Array(ModerationReason),
  hidden: Type.Boolean(),
  opened: Instant,
  closed: nullable(Instant),
  decision: nullable(Type.String()),
})
export type CaseItem = Static<typeof CaseItem>

export const CaseList = Type.Object({ cases: Type.Array(CaseItem), pagination: Pagination })
export type CaseList = Static<typeof CaseList>

export const CaseReport = Type.Object({
  reporter: Type.Object({ id: Id, ...Author }),
  trusted: Type.Boolean({ description: 'Counts toward hiding without a moderator' }),
  reason: ModerationReason,
  text: Type.String(),
  created: Instant,
})

export const CaseDetail = Type.Composite([
  Type.Omit(CaseItem, ['author']),
  Type.Object({
    content: Type.String({ description: 'Sanitized HTML, also of a reply; empty for a nickname' }),
    author: ModeratedUser,
    reportList: Type.Array(CaseReport),
  }),
])
export type CaseDetail = Static<typeof CaseDetail>

/**
 * An act of a moderator. With `caseId` it decides that case, which must be open; `dismiss` closes it, unless its text is
 * hidden.
 */
export const ActBody = Type.Object(
  {
    act: Type.Union([...PublicAct.anyOf, Type.Literal('dismiss')]),
    ...reference,
    reason: ModerationReason,
    message: Type.Optional(Text),
    days: Type.Optional(
      Type.Union([Type.Literal(1), Type.Literal(7), Type.Literal(30)], {
        description: 'Required with `mute`; refused with other acts',
      }),
    ),
    hideContent: Type.Optional(
      Type.Boolean({
        description: 'Hides everything the user wrote; with `ban`, refused with other acts',
      }),
    ),
    undo: Type.Optional(
      Type.Literal(true, {
        description:
          'With `restore`: takes back the own `hide` or `rename` of the last five minutes, the latest act on ' +
          'the target, and opens the case that it closed; refused with other acts and with `caseId`',
      }),
    ),
    caseId: Type.Optional(Id),
  },
  { additionalProperties: false },
)
export type ActBody = Static<typeof ActBody>

export const Appeal = Type.Object({
  text: Type.String(),
  created: Instant,
  decided: nullable(Instant),
  granted: nullable(Type.Boolean()),
  answer: Type.String(),
})

/** An act against the signed-in user, with the moderator's message. */
export const OwnAct = Type.Object({
  id: Id,
  act: PublicAct,
  ...reference,
  ...place,
  excerpt: Type.String(),
  reason: ModerationReason,
  message: Type.String(),
  until: nullable(Instant),
  byReports: Type.Boolean({ description: 'Hidden by reports until a moderator decides' }),
  created: Instant,
  appealUntil: nullable(Instant),
  appeal: nullable(Appeal),
})
export type OwnAct = Static<typeof OwnAct>
export const OwnActs = Type.Array(OwnAct)
export type OwnActs = Static<typeof OwnActs>

export const AppealBody = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: MODERATION_TEXT_MAX }) },
  { additionalProperties: false },
)

/** An appeal that awaits a decision, oldest first. */
export const OpenAppeal = Type.Object({
  actId: Id,
  act: PublicAct,
  ...reference,
  ...place,
  excerpt: Type.String(),
  reason: ModerationReason,
  message: Type.String(),
  actCreated: Instant,
  user: ModeratedUser,
  text: Type.String(),
  created: Instant,
})
export type OpenAppeal = Static<typeof OpenAppeal>
export const OpenAppeals = Type.Array(OpenAppeal)
export type OpenAppeals = Static<typeof OpenAppeals>

/** Granting an appeal reverses the act. */
export const AppealDecisionBody = Type.Object(
  { granted: Type.Boolean(), answer: Type.Optional(Text) },
  { additionalProperties: false },
)

/** A line of the public log: no moderator, the user by code. */
export const ModlogItem = Type.Object({
  id: Id,
  act: PublicAct,
  target: ModerationTarget,
  boardType: nullable(BoardType),
  uniqueCode: Type.String(),
  reason: ModerationReason,
  until: nullable(Instant),
  byReports: Type.Boolean({ description: 'Hidden by reports until a moderator decides' }),
  created: Instant,
})
export type ModlogItem = Static<typeof ModlogItem>
export const Modlog = Type.Object({ acts: Type.Array(ModlogItem), pagination: Pagination })
export type Modlog = Static<typeof Modlog>
