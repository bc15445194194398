import { GOOD, lost, only, type Row, signedIn } from './row.ts'

/** Reports, moderation and appeals. */
export const MODERATION_ROWS: Row[] = [
  {
    call: 'POST /reports',
    path: () => '/reports',
    body: ({ freesId }) => ({ target: 'post', targetId: freesId, reason: 'spam' }),
    expected: signedIn({ ...GOOD, ...lost, author: '403 OWN_POST' }),
  },
  {
    call: 'POST /reports',
    on: 'reply below a note',
    path: () => '/reports',
    body: ({ noteReplyId }) => ({ target: 'reply', targetId: noteReplyId, reason: 'chatroom' }),
    expected: signedIn(
      only('403 VOTE_REQUIRED', { author: '403 OWN_POST', other: '200', admin: '200' }),
    ),
  },
  {
    call: 'GET /moderation/cases',
    path: () => '/moderation/cases',
    expected: signedIn(only('403 FORBIDDEN', { admin: '200' })),
  },
  {
    call: 'GET /moderation/cases/{id}',
    path: () => '/moderation/cases/999999',
    expected: signedIn(only('403 FORBIDDEN', { admin: '404 NOT_FOUND' })),
  },
  {
    call: 'POST /moderation/acts',
    path: () => '/moderation/acts',
    body: ({ suggestionId }) => ({
      act: 'dismiss',
      target: 'post',
      targetId: suggestionId,
      reason: 'other',
    }),
    expected: signedIn(only('403 FORBIDDEN', { admin: '200' })),
  },
  {
    call: 'GET /moderation/appeals',
    path: () => '/moderation/appeals',
    expected: signedIn(only('403 FORBIDDEN', { admin: '200' })),
  },
  {
    call: 'POST /moderation/appeals/{id}',
    path: () => '/moderation/appeals/999999',
    body: () => ({ granted: false }),
    expected: signedIn(only('403 FORBIDDEN', { admin: '404 NOT_FOUND' })),
  },
  {
    call: 'GET /admin/overview',
    path: () => '/admin/overview',
    expected: signedIn(only('403 FORBIDDEN', { admin: '200' })),
  },
  {
    call: 'GET /profile/moderation',
    path: () => '/profile/moderation',
    expected: signedIn(GOOD),
  },
  {
    call: 'POST /profile/moderation/{id}/appeal',
    path: () => '/profile/moderation/999999/appeal',
    body: () => ({ text: 'Please look again.' }),
    expected: signedIn(only('409 APPEAL_CLOSED', {})),
  },
]
