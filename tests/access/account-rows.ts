import { DEFAULT_KINDS } from '#shared/rules/notification-kinds.ts'
import { claimsOf } from '#tests/support/api-client.ts'
import { GOOD, lost, only, type Row, signedIn } from './row.ts'

const SUBSCRIPTION = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/a',
  p256dh: `B${'A'.repeat(86)}`,
  auth: 'a'.repeat(22),
  publicKey: `B${'A'.repeat(86)}`,
  zone: 'Asia/Seoul',
  locale: 'ko-KR',
}

/** The own notifications. */
export const NOTIFICATION_ROWS: Row[] = [
  { call: 'GET /notifications', path: () => '/notifications', expected: signedIn(GOOD) },
  {
    call: 'GET /notifications/unseen',
    path: () => '/notifications/unseen',
    expected: signedIn(GOOD),
  },
  {
    call: 'POST /notifications/seen',
    path: () => '/notifications/seen',
    body: () => ({ id: 1 }),
    expected: signedIn(GOOD),
  },
  {
    call: 'GET /notifications/settings',
    path: () => '/notifications/settings',
    expected: signedIn(GOOD),
  },
  {
    call: 'PUT /notifications/settings',
    path: () => '/notifications/settings',
    body: () => DEFAULT_KINDS,
    expected: signedIn({ ...GOOD, ...lost }),
  },
  {
    call: 'POST /notifications/test',
    path: () => '/notifications/test',
    body: () => ({}),
    expected: signedIn({ ...GOOD, ...lost }),
  },
  {
    // The key is no point of the curve.
    call: 'POST /notifications/devices',
    path: () => '/notifications/devices',
    body: () => SUBSCRIPTION,
    expected: signedIn(only('422 INVALID', { unknownUser: '422 INVALID' })),
  },
  {
    // The device of somebody else, or of nobody.
    call: 'DELETE /notifications/devices/{id}',
    path: () => '/notifications/devices/2147483647',
    expected: signedIn(only('404 NOT_FOUND', {})),
  },
]

const LEVEL = { price: '50000' }

/** The own price levels. */
export const LEVEL_ROWS: Row[] = [
  { call: 'GET /alerts/levels', path: () => '/alerts/levels', expected: signedIn(GOOD) },
  {
    call: 'POST /alerts/levels',
    path: () => '/alerts/levels',
    body: () => LEVEL,
    expected: signedIn({ ...GOOD, ...lost }),
  },
  {
    // The level of somebody else, or of nobody.
    call: 'PUT /alerts/levels/{id}',
    path: () => '/alerts/levels/2147483647',
    body: () => LEVEL,
    expected: signedIn(only('404 NOT_FOUND', {})),
  },
  {
    call: 'DELETE /alerts/levels/{id}',
    path: () => '/alerts/levels/2147483647',
    expected: signedIn(only('404 NOT_FOUND', {})),
  },
]

/** The own blocks, of a person whom all but one may block. */
export const BLOCK_ROWS: Row[] = [
  { call: 'GET /blocks', path: () => '/blocks', expected: signedIn(GOOD) },
  {
    call: 'PUT /blocks/{code}',
    path: ({ author }) => `/blocks/${claimsOf(author.token).uniqueCode}`,
    body: () => ({}),
    expected: signedIn({ ...GOOD, ...lost, author: '403 BLOCK_SELF' }),
  },
  {
    call: 'DELETE /blocks/{code}',
    path: ({ author }) => `/blocks/${claimsOf(author.token).uniqueCode}`,
    expected: signedIn(GOOD),
  },
]

/** The unknown user's token names the session of somebody else. */
const notRecent = { unknownUser: '403 REAUTHENTICATE' }

/** The own account. The last row ends the sessions of its callers. */
export const ACCOUNT_ROWS: Row[] = [
  { call: 'GET /account/sessions', path: () => '/account/sessions', expected: signedIn(GOOD) },
  {
    // A session of somebody else, or of nobody.
    call: 'DELETE /account/sessions/{id}',
    path: () => '/account/sessions/00000000-0000-4000-8000-000000000000',
    expected: signedIn(only('404 NOT_FOUND', {})),
  },
  { call: 'GET /account/identities', path: () => '/account/identities', expected: signedIn(GOOD) },
  {
    call: 'POST /account/identities/start',
    path: () => '/account/identities/start',
    body: () => ({ provider: 'nobody', challenge: 'c'.repeat(43), state: 's'.repeat(43) }),
    expected: signedIn({ ...only('404 NOT_FOUND', {}), ...notRecent }),
  },
  {
    call: 'POST /account/identities/start',
    on: 'local',
    path: () => '/account/identities/start',
    body: () => ({ provider: 'local', challenge: 'c'.repeat(43), state: 's'.repeat(43) }),
    expected: signedIn({ ...GOOD, ...notRecent }),
  },
  {
    call: 'POST /account/identities/code',
    path: () => '/account/identities/code',
    body: () => ({ code: 'of nobody', verifier: 'v'.repeat(43) }),
    expected: signedIn(only('422 LINK_INVALID', {})),
  },
  {
    call: 'POST /account/identities/token',
    path: () => '/account/identities/token',
    body: () => ({ tokenId: 'of nobody', nonce: 'n'.repeat(43) }),
    expected: signedIn({ ...only('422 LINK_INVALID', {}), ...notRecent }),
  },
  {
    call: 'DELETE /account/identities/{id}',
    path: () => '/account/identities/2147483647',
    expected: signedIn({ ...only('404 NOT_FOUND', {}), ...notRecent }),
  },
  {
    call: 'POST /account/reauthentication/start',
    path: () => '/account/reauthentication/start',
    body: () => ({ provider: 'nobody', challenge: 'c'.repeat(43), state: 's'.repeat(43) }),
    expected: signedIn(only('404 NOT_FOUND', {})),
  },
  {
    call: 'POST /account/reauthentication/start',
    on: 'local',
    path: () => '/account/reauthentication/start',
    body: () => ({ provider: 'local', challenge: 'c'.repeat(43), state: 's'.repeat(43) }),
    expected: signedIn(GOOD),
  },
  {
    call: 'POST /account/reauthentication/code',
    path: () => '/account/reauthentication/code',
    body: () => ({ code: 'of nobody', verifier: 'v'.repeat(43) }),
    expected: signedIn(only('422 LINK_INVALID', {})),
  },
  {
    call: 'POST /account/reauthentication/token',
    path: () => '/account/reauthentication/token',
    body: () => ({ tokenId: 'of nobody', nonce: 'n'.repeat(43) }),
    expected: signedIn(only('422 LINK_INVALID', {})),
  },
  {
    call: 'POST /account/sessions/end-others',
    path: () => '/account/sessions/end-others',
    body: () => ({}),
    expected: signedIn(GOOD),
  },
  {
    call: 'GET /account/export',
    path: () => '/account/export?format=json',
    expected: signedIn({ ...GOOD, ...notRecent }),
  },
  {
    call: 'DELETE /account',
    path: () => '/account',
    body: () => ({ nickname: 'somebody else' }),
    expected: signedIn({ ...only('422 NICKNAME_MISMATCH', {}), ...notRecent }),
  },
  {
    call: 'POST /account/sessions/end-all',
    path: () => '/account/sessions/end-all',
    body: () => ({}),
    // The unknown user's token names the session of the author.
    expected: signedIn({ ...GOOD, unknownUser: '401 SESSION_REVOKED' }),
  },
]
