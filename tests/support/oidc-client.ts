import { createHash, randomBytes } from 'node:crypto'
import { API_PREFIX } from '#shared/contract/common.ts'
import type { OidcStandIn } from './oidc-stand-in.ts'

const random = () => randomBytes(32).toString('base64url')

/** The secrets of a client that begins a sign-in. */
export interface OidcAttempt {
  verifier: string
  state: string
  /** Query of the start. */
  query: Record<string, string>
}

export function oidcAttempt(more: Record<string, string> = {}): OidcAttempt {
  const [verifier, state] = [random(), random()]
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  return { verifier, state, query: { challenge, state, ...more } }
}

/** Requests that a browser makes of the API at `origin`, redirect by redirect. */
export function oidcBrowser(origin: string, provider = 'kakao') {
  const locationOf = async (path: string, init: RequestInit = {}): Promise<URL> => {
    const reply = await fetch(`${origin}${path}`, { ...init, redirect: 'manual' })
    const location = reply.headers.get('location')
    if (reply.status !== 303 || !location) {
      throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    }
    return new URL(location)
  }
  const base = `${API_PREFIX}/auth/oidc/${provider}`
  return {
    start: ({ query }: OidcAttempt) =>
      locationOf(`${base}/start?${new URLSearchParams(query).toString()}`),
    callback: (answer: URL) => locationOf(`${base}/callback${answer.search}`),
    post: (answer: URL) =>
      locationOf(`${base}/callback`, { method: 'POST', body: answer.searchParams }),
    /** The whole way to the client's address. */
    async signIn(attempt: OidcAttempt, standIn: OidcStandIn, decision?: 'agree' | 'cancel') {
      const address = await this.start(attempt)
      return this.callback(await standIn.answer(address.href, decision))
    },
  }
}
