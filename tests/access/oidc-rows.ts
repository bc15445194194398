import { mapped, only, type Row } from './row.ts'

/** Calls that refuse everybody alike, whatever the token. */
const all = (refusal: string) => ({
  guest: refusal,
  ...mapped(refusal),
  ...only(refusal, {}),
})

const RANDOM = 'x'.repeat(43)

/** The routes of configured providers; the world has none. oidc.api.test.ts covers their use. */
export const OIDC_ROWS: Row[] = [
  {
    call: 'GET /auth/oidc/{provider}/start',
    path: () => `/auth/oidc/nobody/start?challenge=${RANDOM}&state=${RANDOM}`,
    expected: all('404 NOT_FOUND'),
  },
  {
    call: 'GET /auth/oidc/{provider}/callback',
    path: () => '/auth/oidc/nobody/callback?code=x&state=x',
    expected: all('404 NOT_FOUND'),
  },
  {
    call: 'POST /auth/oidc/{provider}/callback',
    path: () => '/auth/oidc/nobody/callback',
    body: () => ({}),
    expected: all('415 UNSUPPORTED_MEDIA_TYPE'),
  },
  {
    call: 'GET /auth/oidc/{provider}/unlinked',
    path: () => '/auth/oidc/nobody/unlinked?app_id=1&user_id=1',
    expected: all('404 NOT_FOUND'),
  },
  {
    call: 'POST /auth/oidc/{provider}/unlinked',
    path: () => '/auth/oidc/nobody/unlinked',
    body: () => ({}),
    expected: all('415 UNSUPPORTED_MEDIA_TYPE'),
  },
  {
    call: 'POST /auth/oidc/exchange',
    path: () => '/auth/oidc/exchange',
    body: () => ({ code: 'x', verifier: RANDOM }),
    expected: all('401 ID_TOKEN_INVALID'),
  },
]
