import { mapped, only, type Row } from './row.ts'

/** Calls that refuse everybody alike, whatever the token. */
const all = (refusal: string) => ({
  guest: refusal,
  ...mapped(refusal),
  ...only(refusal, {}),
})

const RANDOM = 'x'.repeat(43)

const START = `start?challenge=${RANDOM}&state=${RANDOM}`
const CALLBACK = 'callback?code=x&state=x'

/** The routes of providers; the world has the embedded one. Tests beside the module cover their use. */
export const OIDC_ROWS: Row[] = [
  ...['nobody', 'google'].flatMap((provider): Row[] => [
    {
      call: 'GET /auth/oidc/{provider}/start',
      on: provider,
      path: () => `/auth/oidc/${provider}/${START}`,
      expected: all('404 NOT_FOUND'),
    },
    {
      call: 'GET /auth/oidc/{provider}/callback',
      on: provider,
      path: () => `/auth/oidc/${provider}/${CALLBACK}`,
      expected: all('404 NOT_FOUND'),
    },
  ]),
  {
    call: 'GET /auth/oidc/{provider}/start',
    on: 'local',
    path: () => `/auth/oidc/local/${START}`,
    expected: all('303'),
  },
  {
    // Back to the client with an error.
    call: 'GET /auth/oidc/{provider}/callback',
    on: 'local',
    path: () => `/auth/oidc/local/${CALLBACK}`,
    expected: all('303'),
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
    call: 'GET /auth/oidc/{provider}/unlinked',
    on: 'local',
    path: () => '/auth/oidc/local/unlinked?app_id=1&user_id=1',
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
