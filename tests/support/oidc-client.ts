import { createHash, randomBytes } from 'node:crypto'
import { API_PREFIX } from '#shared/contract/common.ts'
import { submitForm } from './sign-in.ts'

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

/** A person at a provider. */
interface Decider {
  /** The redirect to the server, after the page at `authorizationUrl`. */
  answer(authorizationUrl: string, decision?: 'agree' | 'cancel'): Promise<URL>
}

/** A person who types `name` into the form of the embedded provider. */
export function localPerson(name: string): Decider {
  return {
    async answer(url, decision = 'agree') {
      const action = decision === 'agree' ? 'sign-in' : 'cancel'
      const { leftFor, response } = await submitForm({ url }, { name, action })
      if (!leftFor) throw new Error(`the form did not redirect: ${response.status}`)
      return leftFor
    },
  }
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
    async signIn(attempt: OidcAttempt, person: Decider, decision?: 'agree' | 'cancel') {
      const address = await this.start(attempt)
      return this.callback(await person.answer(address.href, decision))
    },
  }
}
