import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { RAW_CONTENT_MAX } from '#shared/rules/content-length.ts'
import { WEEK_PATTERN } from '#shared/rules/iso-week.ts'

/** Prefix of all API paths. Fields of version 1 are never removed. */
export const API_PREFIX = '/api/v1'

/** Instant in replies: ISO 8601, UTC, milliseconds. */
export const Instant = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
  description: 'ISO 8601, UTC, with milliseconds',
  examples: ['2026-11-23T00:00:00.000Z'],
})

/** Instant in requests; milliseconds are optional. */
export const InstantInput = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,3})?Z$',
  maxLength: 24,
  examples: ['2026-11-23T00:00:00.000Z'],
})

/**
 * Parameter of an edit: when the copy that it began with was last edited, else created. If the text was edited
 * since, the edit is refused with EDITED_ELSEWHERE, unless it is what is stored.
 */
export const EditQuery = Type.Object(
  { seen: Type.Optional(InstantInput) },
  { additionalProperties: true },
)
export type EditQuery = Static<typeof EditQuery>

/** Price in USDT per BTC: a decimal string, never a float. */
export const Price = Type.String({
  pattern: '^\\d{1,12}(\\.\\d{1,12})?$',
  description: 'Decimal string, USDT per BTC',
  examples: ['67250.10'],
})

/** Reference price of the round of a vote, from which the level of its direction follows. */
export const ReferencePrice = Type.Optional(
  Type.Union([Price, Type.Null()], { description: 'Null while it is unknown' }),
)

/** An ISO week in UTC. */
export const IsoWeek = Type.String({
  pattern: `^${WEEK_PATTERN}$`,
  maxLength: 7,
  description: 'ISO week in UTC, from Monday 00:00 to the next',
  examples: ['2026-47'],
})

export const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

/** An id in a path or query, converted from digits. */
export const IdInput = Type.Number({ minimum: 1, maximum: 2_147_483_647, multipleOf: 1 })

export const IdParams = Type.Object({ id: IdInput }, { additionalProperties: false })

/** Id of a vote or notification; those outgrow 32 bits. Exact as a number of JSON. */
export const LargeId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

export const LargeIdInput = Type.Number({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  multipleOf: 1,
})

export const LargeIdParams = Type.Object({ id: LargeIdInput }, { additionalProperties: false })

export const PageQuery = Type.Object(
  {
    page: Type.Optional(
      Type.Number({ minimum: 1, maximum: 1_000_000_000, multipleOf: 1, default: 1 }),
    ),
  },
  { additionalProperties: false },
)

export const Pagination = Type.Object({
  currentPage: Type.Integer(),
  totalPages: Type.Integer(),
  totalPosts: Type.Integer(),
  postsPerPage: Type.Integer(),
})
export type Pagination = Static<typeof Pagination>

export const PAGE_SIZE = 10

export const Direction = Type.Union(
  [Type.Literal('up'), Type.Literal('steady'), Type.Literal('down'), Type.Literal('unknown')],
  { description: 'up: above +5%, steady: within ±5%, down: below −5%, unknown: not sure' },
)
export type Direction = Static<typeof Direction>

export const VoteResult = Type.Union([
  Type.Literal('HIT'),
  Type.Literal('MISS'),
  Type.Literal('wait'),
  Type.Literal('unknown'),
])
export type VoteResult = Static<typeof VoteResult>

/** Of an erased author the same for all, so that nothing connects the votes: 0 and an empty code. */
export const VoteAuthor = {
  uid: Type.Integer({ minimum: 0, description: '0 for a deleted author' }),
  uniqueCode: Type.String({ description: 'Empty for a deleted author' }),
  nickname: Type.String(),
}

export const Author = { uniqueCode: Type.String(), nickname: Type.String() }

/** A person by code and nickname. */
export const UserName = Type.Object(Author)
export type UserName = Static<typeof UserName>

/** Unsanitized HTML. The stored, sanitized HTML has at most 32,767 characters. */
export const ContentInput = Type.String({ maxLength: RAW_CONTENT_MAX })

export const Done = Type.Object({ success: Type.Literal(true), message: Type.String() })
export type Done = Static<typeof Done>
