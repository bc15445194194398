import type { SessionChange } from '#desktop/bridge/shapes.ts'
import { createMainSession } from '#desktop/main/session/session.ts'
import { fakeKeychain } from './fake-keychain.ts'

/** An unsigned access token for a client that does not verify it. */
export function accessTokenOf(id: number, exp: number, nickname = `trader-${id}`): string {
  const claims = Buffer.from(JSON.stringify({ id, nickname, exp })).toString('base64url')
  return `head.${claims}.mark`
}

/** The API's reply, or none. */
export type Answer = { status: number; body: unknown } | 'away'

export const granted = (accessToken: string, refreshToken: string): Answer => ({
  status: 200,
  body: { accessToken, refreshToken },
})
export const refused: Answer = {
  status: 401,
  body: { success: false, code: 'REFRESH_INVALID', message: '' },
}

const bearerOf = (init?: RequestInit): string =>
  new Headers(init?.headers).get('authorization')?.replace('Bearer ', '') ?? ''

function reply(answer: Answer): Response {
  if (answer === 'away') throw new TypeError('fetch failed')
  return Response.json(answer.body, { status: answer.status })
}

/** A session on a fake keychain with a scripted server. */
export function createSessionFixture(stored: string | null = null) {
  const keychain = fakeKeychain(stored)
  const changes: SessionChange[] = []
  /** Refresh tokens sent for renewal and for revocation. */
  const renewed: string[] = []
  const ended: string[] = []
  const plan = {
    renew: async (_refreshToken: string): Promise<Answer> => 'away',
    /** Calls as the user, by access token. */
    request: async (_accessToken: string): Promise<Answer> => 'away',
    logout: async (): Promise<Answer> => ({ status: 200, body: { success: true, message: '' } }),
  }
  const fetch = async (url: string, init?: RequestInit): Promise<Response> => {
    if (!init?.body) return reply(await plan.request(bearerOf(init)))
    const { refreshToken } = JSON.parse(String(init.body))
    const isRenewal = url.endsWith('/api/v1/auth/refresh-token')
    const list = isRenewal ? renewed : ended
    list.push(refreshToken)
    const aborted = new Promise<Answer>((resolve) => {
      init.signal?.addEventListener('abort', () => resolve('away'))
    })
    const answer = await Promise.race([
      isRenewal ? plan.renew(refreshToken) : plan.logout(),
      aborted,
    ])
    return reply(answer)
  }
  const session = createMainSession({
    apiOrigin: 'https://api.example',
    fetch,
    keychain,
    openExternal: async () => {},
    log: { warn: () => {} },
  })
  session.onChange((item) => changes.push(item))
  return { session, keychain, changes, renewed, ended, plan }
}

/** A promise with its resolvers. */
export function deferred<Value>() {
  let resolve: (value: Value) => void = () => {}
  const promise = new Promise<Value>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

/** Access tokens of one user, the second after a renewal. */
export const first = accessTokenOf(1, 1_000)
export const second = accessTokenOf(1, 2_000)

/** A session restored with refresh token r1 that now has `first` and r2. */
export async function signedIn() {
  const fixture = createSessionFixture('r1')
  fixture.plan.renew = async () => granted(first, 'r2')
  await fixture.session.restore()
  fixture.changes.length = 0
  return fixture
}

/** Flushes pending microtasks. */
export async function turn(): Promise<void> {
  for (let step = 0; step < 50; step++) await Promise.resolve()
}
