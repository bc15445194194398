import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { QUERY_MAX, QUERY_MIN } from '#shared/rules/search-tokens.ts'
import { Author, Id, Instant, LargeId } from './common.ts'
import { BoardType } from './posts.ts'
import { ThreadTarget } from './thread.ts'

/** Items of a page. */
export const SEARCH_PAGE_SIZE = 20

export const SearchKind = Type.Union([
  Type.Literal('note'),
  Type.Literal('post'),
  Type.Literal('person'),
  Type.Literal('round'),
  Type.Literal('reply'),
])
export type SearchKind = Static<typeof SearchKind>

/** Kinds whose texts are stored as documents. */
export const DocumentKind = Type.Exclude(SearchKind, Type.Literal('round'))
export type DocumentKind = Static<typeof DocumentKind>

export const SearchQuery = Type.Object(
  {
    q: Type.String({
      minLength: QUERY_MIN,
      maxLength: QUERY_MAX,
      description: 'Words, each of which is found',
    }),
    kind: Type.Optional(SearchKind),
    author: Type.Optional(
      Type.String({ pattern: '^[0-9A-Za-z]{1,12}$', description: 'Unique code of a person' }),
    ),
    before: Type.Optional(
      Type.String({ pattern: '^[\\w-]{1,64}$', description: '`next` of the page before' }),
    ),
  },
  { additionalProperties: false },
)
export type SearchQuery = Static<typeof SearchQuery>

/** Plain text around the first word that was found, of readers of the text only. */
export const Snippet = Type.Object({
  text: Type.String({ description: 'In NFKC, with … where it is cut' }),
  hits: Type.Array(
    Type.Object({
      start: Type.Integer({ minimum: 0 }),
      end: Type.Integer({ minimum: 0, description: 'UTF-16 units of the text, exclusive' }),
    }),
  ),
})
export type Snippet = Static<typeof Snippet>

const written = {
  title: Type.String(),
  ...Author,
  created: Instant,
  snippet: Type.Optional(Snippet),
}

export const SearchItem = Type.Union([
  Type.Object({ kind: Type.Literal('note'), id: LargeId, ...written, targetDate: Instant }),
  Type.Object({ kind: Type.Literal('post'), id: Id, ...written, boardType: BoardType }),
  Type.Object(
    {
      kind: Type.Literal('reply'),
      id: LargeId,
      ...written,
      thread: Type.Object({ target: ThreadTarget, id: LargeId }),
      boardType: Type.Union([BoardType, Type.Null()], { description: 'Null below a note' }),
    },
    { description: 'Of readers of its thread only; `title` is that of the note or post' },
  ),
  Type.Object({ kind: Type.Literal('person'), ...Author, created: Instant }),
  Type.Object({ kind: Type.Literal('round'), refDate: Instant, targetDate: Instant }),
])
export type SearchItem = Static<typeof SearchItem>

/** Rounds first, then the others, each newest first. */
export const SearchReply = Type.Object({
  items: Type.Array(SearchItem),
  next: Type.Union([Type.String(), Type.Null()], {
    description: '`before` of the next page; null on the last',
  }),
})
export type SearchReply = Static<typeof SearchReply>
