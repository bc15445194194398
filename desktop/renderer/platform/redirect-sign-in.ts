import { API_PREFIX } from '#shared/contract/common.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { challengeOf, randomSecret } from './bound-nonce.ts'
import type { CodeProof, LinkRequest, SignInFailure } from './platform.ts'

const ATTEMPT_KEY = 'signInAttempt'

const KINDS = ['signIn', 'link', 'confirm'] as const
/** A sign-in, a link of another identity, or the repeated sign-in of the same person. */
export type AttemptKind = (typeof KINDS)[number]

/** State of this tab's attempt while the provider's page is open, in session storage. */
interface Attempt {
  state: string
  verifier: string
  returnTo: string
  kind: AttemptKind
}

/**
 * Goes to the API, which redirects to the provider and at the end to /login/callback with a one-time
 * code; stays where the browser refuses storage. Rejects when the API refuses to begin a link.
 */
export async function startRedirect(
  apiOrigin: string,
  provider: string,
  returnTo: string,
  locale: Locale,
  link: LinkRequest | null,
): Promise<'storage' | null> {
  const [state, verifier] = [randomSecret(), randomSecret()]
  const attempt: Attempt = { state, verifier, returnTo, kind: link?.purpose ?? 'signIn' }
  const query = {
    challenge: await challengeOf(verifier),
    state,
    locale: locale === 'ko-KR' ? ('ko' as const) : ('en' as const),
  }
  const url = new URL(`${apiOrigin}${API_PREFIX}/auth/oidc/${encodeURIComponent(provider)}/start`)
  url.search = new URLSearchParams(query).toString()
  const target = link ? new URL(await link.begin(provider, query)) : url
  try {
    sessionStorage.setItem(ATTEMPT_KEY, JSON.stringify(attempt))
  } catch {
    return 'storage'
  }
  location.assign(target)
  return null
}

function isAttempt(value: unknown): value is Attempt {
  if (typeof value !== 'object' || value === null) return false
  const texts = ['state', 'verifier', 'returnTo'].map((name) => Reflect.get(value, name))
  const kind: unknown = Reflect.get(value, 'kind')
  return texts.every((text) => typeof text === 'string') && KINDS.some((known) => known === kind)
}

/** Reads and removes this tab's attempt: it can be used once. */
function takeAttempt(): Attempt | 'storage' | null {
  let stored: string | null
  try {
    stored = sessionStorage.getItem(ATTEMPT_KEY)
    sessionStorage.removeItem(ATTEMPT_KEY)
  } catch {
    return 'storage'
  }
  if (!stored) return null
  const value: unknown = JSON.parse(stored)
  return isAttempt(value) ? value : null
}

/** Result of a redirect: a one-time code with its proof, or why there is none. */
export type RedirectResult = { returnTo: string; kind: AttemptKind } & (
  | CodeProof
  | { failure: SignInFailure }
)

/** The server's errors; `refused` and others are failures. */
const FAILURES: Record<string, SignInFailure> = {
  cancelled: 'cancelled',
  unavailable: 'providerDown',
  misconfigured: 'misconfigured',
}

/** Reads the redirect URL. */
export function finishRedirect({ searchParams }: URL): RedirectResult {
  const attempt = takeAttempt()
  if (attempt === 'storage') return { returnTo: '/', kind: 'signIn', failure: attempt }
  const from = { returnTo: attempt?.returnTo ?? '/', kind: attempt?.kind ?? ('signIn' as const) }
  if (!attempt || searchParams.get('state') !== attempt.state) return { ...from, failure: 'failed' }
  const code = searchParams.get('code')
  if (code) return { ...from, code, verifier: attempt.verifier }
  return { ...from, failure: FAILURES[searchParams.get('error') ?? ''] ?? 'failed' }
}
