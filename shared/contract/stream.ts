import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Instant, LargeId } from './common.ts'
import { Notification } from './notifications.ts'
import { LivePrice } from './price.ts'
import { VoteSummary } from './summary.ts'
import { ThreadTarget } from './thread.ts'
import { VoteItem } from './votes.ts'

/** Votes since the summary before, newest first, as the first page of the list shows them. */
export const NewestVotes = Type.Object({
  after: Type.Union([LargeId, Type.Null()], {
    description:
      'The newest vote of the summary before; null: `items` is the whole first page, and may not reach back to it',
  }),
  items: Type.Array(VoteItem),
  total: Type.Integer({ description: 'All votes' }),
})
export type NewestVotes = Static<typeof NewestVotes>

/**
 * `seq` increases by one per message of a connection's stream; a gap means a lost message. Only what a client
 * gets beside everybody, requested prices and what is the user's own, repeats the last number.
 */
const sequenced = { seq: Type.Integer(), serverDate: Instant }

export const StreamMessage = Type.Union([
  Type.Object({
    type: Type.Literal('hello'),
    ...sequenced,
    stream: Type.String({ description: 'Changes when the server restarts: sequences start anew' }),
    summary: VoteSummary,
    votes: Type.Optional(
      Type.Literal(true, {
        description:
          'The client may send the text `votes`: from then on summaries bring the newest votes, until it sends `no votes`',
      }),
    ),
    prices: Type.Optional(
      Type.Literal(true, {
        description:
          'Prices come once a second. The client may send the text `prices`: from then on it gets all of them, at most four a second, until it sends `no prices`',
      }),
    ),
    alerts: Type.Optional(
      Type.Literal(true, {
        description:
          'The client may send the text `alerts`, a space and an access token: from then on it gets the alerts of that session and its changes of price levels, until it sends `no alerts` or the session ends',
      }),
    ),
    threads: Type.Optional(
      Type.Literal(true, {
        description:
          'The client may send the text `thread`, a space, `vote` or `post`, a space and an id: from then on it gets the changes of that thread, until it sends another or `no thread`',
      }),
    ),
    threadsMax: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'How many threads that text may name, with spaces between them: `thread vote 12 post 5`. One where it is missing',
      }),
    ),
  }),
  Type.Object(
    {
      type: Type.Literal('thread'),
      ...sequenced,
      target: ThreadTarget,
      id: Type.Integer(),
    },
    { description: 'Replies of the requested thread were written, changed or removed' },
  ),
  Type.Object(
    { type: Type.Literal('alert'), ...sequenced, notification: Notification },
    { description: 'A new notification of the signed-in user' },
  ),
  Type.Object(
    { type: Type.Literal('levels'), ...sequenced },
    {
      description:
        'The signed-in user has changed price levels: a screen that shows them fetches them',
    },
  ),
  Type.Object({ type: Type.Literal('price'), ...sequenced, price: LivePrice }),
  Type.Object({
    type: Type.Literal('summary'),
    ...sequenced,
    summary: VoteSummary,
    votes: Type.Optional(NewestVotes),
  }),
  Type.Object({
    type: Type.Literal('round'),
    ...sequenced,
    event: Type.Union([Type.Literal('opened'), Type.Literal('settled')]),
    targetDate: Instant,
  }),
  Type.Object(
    {
      type: Type.Literal('content'),
      ...sequenced,
      target: Type.Union([
        Type.Literal('vote'),
        Type.Literal('post'),
        Type.Literal('user'),
        Type.Literal('reply'),
      ]),
      id: Type.Integer(),
      texts: Type.Optional(
        Type.Boolean({
          description: 'Of a user: whether their texts were hidden, shown or deleted',
        }),
      ),
    },
    { description: 'A text or a name was hidden, shown again or renamed: fetch it again' },
  ),
  Type.Object(
    { type: Type.Literal('posts'), ...sequenced },
    {
      description:
        'The newest posts of the boards have changed: a screen that shows them fetches them',
    },
  ),
  Type.Object(
    { type: Type.Literal('ranks'), ...sequenced },
    { description: 'The live rankings have been written: a screen that shows ranks fetches them' },
  ),
  Type.Object(
    { type: Type.Literal('missed'), ...sequenced },
    {
      description:
        'Changes may have been missed, of any kind but the summary: a screen fetches again what it shows',
    },
  ),
  Type.Object({ type: Type.Literal('heartbeat'), ...sequenced }),
])
export type StreamMessage = Static<typeof StreamMessage>
