import { REPORT } from '#api/modules/error-reports/error-report.fixture.ts'
import { claimsOf } from '#tests/support/api-client.ts'
import { ACCOUNT_ROWS, LEVEL_ROWS, NOTIFICATION_ROWS } from './account-rows.ts'
import { MODERATION_ROWS } from './moderation-rows.ts'
import { OIDC_ROWS } from './oidc-rows.ts'
import { REPLY_ROWS } from './reply-rows.ts'
import { GOOD, guestsToo, lost, mapped, only, open, type Row, signedIn } from './row.ts'
import type { World } from './world.ts'

const content = () => ({ content: '<p>words</p>' })
const like = () => ({ reaction: 'like' })
const read = (call: string, path = call): Row => ({
  call: `GET ${call}`,
  path: () => path,
  expected: open,
})

/** Every route, ordered so that no row changes the expected reply of a later one. */
export const ROWS: Row[] = [
  read('/auth/config'),
  ...OIDC_ROWS,
  read('/site'),
  read('/candles', '/candles?exchange=binance&interval=1h&limit=3'),
  read('/vote/summary'),
  read('/users/rankers'),
  read('/ranking'),
  {
    call: 'GET /ranking/me',
    path: () => '/ranking/me',
    expected: signedIn({ ...GOOD, ...lost }),
  },
  {
    call: 'GET /users/{code}',
    path: ({ author }) => `/users/${claimsOf(author.token).uniqueCode}`,
    expected: open,
  },
  {
    call: 'GET /users/{code}/votes',
    path: ({ author }) => `/users/${claimsOf(author.token).uniqueCode}/votes`,
    expected: open,
  },
  read('/posts/recent'),
  read('/posts/votesUpcomingNextBests'),
  read('/votes', '/votes?page=1'),
  { ...read('/votes', '/votes?filter=round&page=2'), on: 'round' },
  { ...read('/votes', '/votes?filter=notes&page=2'), on: 'notes' },
  { ...read('/votes', '/votes?filter=mine'), on: 'mine', expected: signedIn(GOOD) },
  {
    call: 'GET /votes/{id}/item',
    path: ({ voteId }) => `/votes/${voteId}/item`,
    expected: open,
  },
  read('/modlog'),
  { ...read('/search', '/search?q=words'), expected: guestsToo },
  {
    call: 'GET /votes/{id}/proof',
    path: ({ voteId }) => `/votes/${voteId}/proof`,
    expected: guestsToo,
  },
  ...['frees', 'notices', 'suggestions'].map((on) => {
    return { ...read('/posts/{boardType}', `/posts/${on}?page=1`), on }
  }),
  read('/rounds'),
  { ...read('/rounds', '/rounds?page=2'), on: 'second page' },
  read('/offers/calibration'),
  {
    call: 'GET /rounds/own',
    path: ({ targetDate }) => `/rounds/own?targets=${targetDate}`,
    expected: signedIn(GOOD),
  },
  {
    call: 'GET /rounds/{targetDate}',
    path: ({ targetDate }) => `/rounds/${targetDate}`,
    expected: open,
  },
  {
    call: 'GET /stream',
    path: () => '/stream',
    // Without an upgrade; the stream's own tests cover the upgrade.
    expected: {
      ...only('400 MALFORMED', {}),
      ...mapped('400 MALFORMED'),
      guest: '400 MALFORMED',
    },
  },
  {
    call: 'POST /events',
    path: () => '/events',
    body: () => ({ events: [{ name: 'page_view' }] }),
    expected: open,
  },
  {
    call: 'POST /error-reports',
    path: () => '/error-reports',
    body: () => ({ reports: [REPORT] }),
    expected: open,
  },
  { call: 'GET /profile', path: () => '/profile', expected: signedIn({ ...GOOD, ...lost }) },
  {
    call: 'GET /profile/week/picture',
    path: () => '/profile/week/picture?locale=ko-KR',
    expected: signedIn(GOOD),
  },
  { call: 'GET /profile/week', path: () => '/profile/week', expected: signedIn(GOOD) },
  {
    // A deleted account has no votes, like a user who has not voted.
    call: 'GET /profile/votes',
    path: () => '/profile/votes?limit=50',
    expected: signedIn(GOOD),
  },
  {
    call: 'POST /profile/update-nickname',
    path: () => '/profile/update-nickname',
    body: () => ({ nickname: 'Renamed' }),
    expected: signedIn({ ...GOOD, ...lost }),
  },
  {
    call: 'GET /votes/{id}',
    path: ({ voteId }) => `/votes/${voteId}`,
    expected: signedIn(only('403 VOTE_REQUIRED', { author: '200', other: '200', admin: '200' })),
  },
  {
    call: 'PUT /votes/{id}',
    path: ({ voteId }) => `/votes/${voteId}`,
    body: () => ({ vote: 'down', content: 'edited' }),
    expected: signedIn(only('403 NOT_AUTHOR', { author: '200' })),
  },
  {
    call: 'POST /votes/{id}/reaction',
    path: ({ voteId }) => `/votes/${voteId}/reaction`,
    body: like,
    expected: signedIn(
      only('403 VOTE_REQUIRED', { author: '403 OWN_POST', other: '200', admin: '200' }),
    ),
  },
  {
    call: 'GET /posts/{boardType}/{id}',
    on: 'frees',
    path: ({ freesId }) => `/posts/frees/${freesId}`,
    expected: signedIn(GOOD),
  },
  {
    call: 'GET /posts/{boardType}/{id}',
    on: 'suggestions',
    path: ({ suggestionId }) => `/posts/suggestions/${suggestionId}`,
    expected: guestsToo,
  },
  {
    call: 'GET /posts/{boardType}/{id}',
    on: 'notices',
    path: ({ noticeId }) => `/posts/notices/${noticeId}`,
    expected: guestsToo,
  },
  {
    call: 'PUT /posts/{boardType}/{id}',
    on: 'frees',
    path: ({ freesId }) => `/posts/frees/${freesId}`,
    body: content,
    expected: signedIn(only('403 NOT_AUTHOR', { author: '200' })),
  },
  {
    call: 'PUT /posts/{boardType}/{id}',
    on: 'suggestions',
    path: ({ suggestionId }) => `/posts/suggestions/${suggestionId}`,
    body: content,
    expected: signedIn(only('403 NOT_AUTHOR', { author: '200' })),
  },
  {
    call: 'PUT /posts/{boardType}/{id}',
    on: 'notices',
    path: ({ noticeId }) => `/posts/notices/${noticeId}`,
    body: () => ({ content: 'notice', priority: 1 }),
    expected: signedIn(only('403 ADMIN_REQUIRED', { admin: '200' })),
  },
  ...(['frees', 'suggestions', 'notices'] as const).map((board): Row => {
    const id = (world: World) =>
      ({ frees: world.freesId, suggestions: world.suggestionId, notices: world.noticeId })[board]
    return {
      call: 'POST /posts/{boardType}/{id}/reaction',
      on: board,
      path: (world) => `/posts/${board}/${id(world)}/reaction`,
      body: like,
      // The admin wrote the notice.
      expected: signedIn({
        ...GOOD,
        [board === 'notices' ? 'admin' : 'author']: '403 OWN_POST',
        ...lost,
      }),
    }
  }),
  ...['frees', 'suggestions'].map((board): Row => {
    return {
      call: 'POST /posts/{boardType}',
      on: board,
      path: () => `/posts/${board}`,
      body: content,
      expected: signedIn({ ...GOOD, ...lost }),
    }
  }),
  {
    call: 'POST /posts/{boardType}',
    on: 'notices',
    path: () => '/posts/notices',
    body: () => ({ content: 'notice', priority: 5 }),
    expected: signedIn(only('403 ADMIN_REQUIRED', { admin: '200' })),
  },
  ...REPLY_ROWS,
  ...MODERATION_ROWS,
  {
    call: 'POST /auth/google',
    path: () => '/auth/google',
    body: ({ idTokens }) => ({ tokenId: idTokens.pop() ?? '' }),
    expected: open,
  },
  {
    call: 'POST /auth/refresh-token',
    path: () => '/auth/refresh-token',
    body: ({ refreshToken }) => ({ refreshToken }),
    expected: open,
  },
  // From here on, users have voted and signed out.
  {
    call: 'POST /votes',
    path: () => '/votes',
    body: ({ targetDate }) => ({ targetDate, vote: 'unknown' }),
    expected: signedIn({
      author: '409 ALREADY_VOTED',
      other: '409 ALREADY_VOTED',
      notVoted: '200',
      admin: '200',
      ...lost,
    }),
  },
  ...NOTIFICATION_ROWS,
  ...LEVEL_ROWS,
  ...ACCOUNT_ROWS,
  { call: 'POST /auth/logout', path: () => '/auth/logout', body: () => ({}), expected: open },
]
