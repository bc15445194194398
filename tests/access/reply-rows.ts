import type { Caller } from './callers.ts'
import { GOOD, guestsToo, lost, only, type Row, type RowWorld, signedIn } from './row.ts'

/** A reply of each caller, behind the pause since the row before. */
const text = ({ server }: RowWorld, caller: Caller) => {
  if (caller === 'guest') server.clock.advance(10_000)
  return { content: `a reply of ${caller}` }
}

const readers = { author: '200', other: '200', admin: '200' }

/** Calls of replies. */
export const REPLY_ROWS: readonly Row[] = [
  {
    call: 'GET /votes/{id}/replies',
    path: ({ voteId }) => `/votes/${voteId}/replies`,
    expected: signedIn(only('403 VOTE_REQUIRED', readers)),
  },
  {
    call: 'POST /votes/{id}/replies',
    path: ({ voteId }) => `/votes/${voteId}/replies`,
    body: text,
    expected: signedIn(only('403 VOTE_REQUIRED', readers)),
  },
  {
    call: 'GET /posts/{boardType}/{id}/replies',
    on: 'frees',
    path: ({ freesId }) => `/posts/frees/${freesId}/replies`,
    expected: signedIn(GOOD),
  },
  {
    call: 'GET /posts/{boardType}/{id}/replies',
    on: 'notices',
    path: ({ noticeId }) => `/posts/notices/${noticeId}/replies`,
    expected: guestsToo,
  },
  {
    call: 'POST /posts/{boardType}/{id}/replies',
    path: ({ freesId }) => `/posts/frees/${freesId}/replies`,
    body: text,
    expected: signedIn({ ...GOOD, ...lost }),
  },
  {
    call: 'PUT /threads/{target}/{id}/follow',
    on: 'vote',
    path: ({ voteId }) => `/threads/vote/${voteId}/follow`,
    body: () => ({ follow: 'follow' }),
    expected: signedIn(only('403 VOTE_REQUIRED', readers)),
  },
  {
    // Somebody who was mentioned in a thread can mute it without the right to read it.
    call: 'PUT /threads/{target}/{id}/follow',
    on: 'mute',
    path: ({ voteId }) => `/threads/vote/${voteId}/follow`,
    body: () => ({ follow: 'mute' }),
    expected: signedIn({ ...GOOD, unknownUser: '404 NOT_FOUND' }),
  },
  {
    call: 'GET /users/suggest',
    path: () => '/users/suggest?q=a',
    expected: signedIn(GOOD),
  },
  {
    call: 'PUT /replies/{id}',
    path: ({ replyId }) => `/replies/${replyId}`,
    body: () => ({ content: 'another text' }),
    expected: signedIn(only('403 NOT_AUTHOR', { author: '200' })),
  },
  {
    call: 'POST /replies/{id}/reaction',
    path: ({ replyId }) => `/replies/${replyId}/reaction`,
    body: () => ({ reaction: 'like' }),
    expected: signedIn({ ...GOOD, author: '403 OWN_POST', ...lost }),
  },
  {
    call: 'DELETE /replies/{id}',
    path: ({ replyId }) => `/replies/${replyId}`,
    expected: signedIn(only('403 NOT_AUTHOR', { author: '200' })),
  },
]
