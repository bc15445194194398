import { expect, test } from 'bun:test'
import { createSession } from '#desktop/renderer/platform/session.ts'
import { createApiClient } from '#desktop/shared/api-client.ts'
import { exchangeProof } from './api.ts'

const claims = Buffer.from(JSON.stringify({ id: 1, nickname: 'Mina', exp: 2_000 }))
const token = `head.${claims.toString('base64url')}.mark`

/** Exchanges a code in a browser, which may refuse to store the tokens. */
async function exchange(stores: boolean) {
  const stored = new Map<string, string>()
  const session = createSession({
    platform: {
      vault: {
        read: () => {
          const accessToken = stored.get('access')
          return accessToken ? { accessToken, refreshToken: stored.get('refresh') ?? null } : null
        },
        write: (tokens) => {
          if (stores) stored.set('access', tokens.accessToken)
        },
        clear: () => stored.clear(),
        onExternalChange: () => () => {},
        delegate: null,
      },
      withLock: (_name, task) => task(),
    },
    renew: () => Promise.reject(new Error('nothing is renewed')),
    onExpired: () => {},
    now: () => 1_000_000,
  })
  const tracked: string[] = []
  const ended: string[] = []
  const services = {
    api: createApiClient({
      origin: 'https://api.example',
      fetcher: async () => Response.json({ token, refreshToken: 'r1' }),
    }),
    session,
    logouts: { enqueue: (refreshToken: string) => ended.push(refreshToken) },
    analytics: { track: (name: string) => tracked.push(name) },
  }
  const failure = await exchangeProof(services, { code: 'one-time', verifier: 'v' })
  return { failure, status: session.state.getState().status, ended, tracked }
}

test('signs in where the browser stores the tokens', async () => {
  expect(await exchange(true)).toEqual({
    failure: null,
    status: 'user',
    ended: [],
    tracked: ['login'],
  })
})

test('ends the session on the server where the browser stores nothing, and says why', async () => {
  expect(await exchange(false)).toEqual({
    failure: 'storage',
    status: 'guest',
    ended: ['r1'],
    tracked: [],
  })
})
