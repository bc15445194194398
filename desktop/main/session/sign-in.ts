import { createHash, randomBytes } from 'node:crypto'
import type { SignInOutcome } from '#desktop/bridge/shapes.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import { linkFailureOf } from '#desktop/shared/link-failure.ts'
import type { TokenPair } from '#shared/contract/auth.ts'
import { API_PREFIX } from '#shared/contract/common.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { type Loopback, openLoopback } from './loopback.ts'
import type { LinkStart, ProofCalls, SessionApi } from './session-api.ts'

/** Time limit at the provider. */
export const ATTEMPT_TIMEOUT_MS = 5 * 60_000

/** Result of an attempt; only `signedIn` carries tokens. */
export type AttemptEnd =
  | { outcome: 'signedIn'; tokens: TokenPair }
  | { outcome: Exclude<SignInOutcome, 'signedIn'> }

export interface AttemptDeps {
  /** Origin of the API, where every sign-in begins. */
  apiOrigin: string
  server: Pick<SessionApi, 'exchange'>
  /** Opens an https or loopback URL in the system browser. */
  openExternal: (url: string) => Promise<void>
  /** Receives the refresh token of a session that arrived after its attempt had ended. */
  onOrphanedToken: (refreshToken: string) => void
  /** Receives why an attempt failed, without secrets. */
  onFailure: (reason: string) => void
  /** Receives the listener, which outlives the attempt until its final page was shown. */
  onListening: (loopback: Loopback) => void
}

export interface RunningAttempt {
  ended: Promise<AttemptEnd>
  /** Ends the attempt; no-op when it has ended. */
  end(outcome: 'cancelled' | 'replaced'): void
}

/** The sign-in failed and a retry would not help. The message contains no secrets. */
class SignInRefusal extends Error {
  override readonly name = 'SignInRefusal'
}

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Parses a URL on https or loopback without credentials; else null. */
export function parseSafeUrl(address: string): URL | null {
  const url = URL.parse(address)
  if (!url || url.username || url.password) return null
  if (url.protocol === 'https:') return url
  return url.protocol === 'http:' && LOOPBACK.has(url.hostname) ? url : null
}

/** 256 random bits, URL-safe. */
const random = () => randomBytes(32).toString('base64url')

function reasonOf(error: unknown): string {
  if (error instanceof ApiFailure) return `the API answered ${error.status} ${error.code}`
  return error instanceof SignInRefusal ? error.message : 'no usable answer'
}

/** Whether a server refused or none answered. */
function outcomeOf(error: unknown, isLink: boolean): Exclude<SignInOutcome, 'signedIn'> {
  if (error instanceof SignInRefusal) return 'failed'
  if (isLink) return linkFailureOf(error)
  if (!(error instanceof ApiFailure)) return 'noResponse'
  if (error.code === 'BANNED') return 'banned'
  return error.code === 'UNREACHABLE' || error.status === 503 ? 'noResponse' : 'failed'
}

/** Why the server's redirect carries no code. */
const SERVER_ERRORS = new Map<string, Exclude<SignInOutcome, 'signedIn'>>([
  ['cancelled', 'cancelled'],
  ['unavailable', 'providerDown'],
  ['misconfigured', 'misconfigured'],
])

/** The API's address of a sign-in. */
function startUrl(apiOrigin: string, { provider, port, ...start }: LinkStart): string {
  const query = new URLSearchParams({ ...start, port: String(port) })
  return `${apiOrigin}${API_PREFIX}/auth/oidc/${provider}/start?${query.toString()}`
}

/**
 * Opens the API's start of a sign-in in the system browser and exchanges the one-time code of its callback
 * for a session. With `link` the identity is added to the account, or confirms its person, instead.
 */
export function startAttempt(
  deps: AttemptDeps,
  locale: Locale,
  provider: string,
  link: ProofCalls | null = null,
): RunningAttempt {
  const { apiOrigin, server, openExternal, onOrphanedToken, onFailure, onListening } = deps
  const [state, verifier] = [random(), random()]
  let loopback: Loopback | null = null
  let isOver = false
  let settle: (end: AttemptEnd) => void = () => {}
  const ended = new Promise<AttemptEnd>((resolve) => {
    settle = resolve
  })

  const finish = (end: AttemptEnd) => {
    if (isOver) {
      if (end.outcome === 'signedIn') onOrphanedToken(end.tokens.refreshToken)
      return
    }
    isOver = true
    clearTimeout(timer)
    loopback?.end(end.outcome)
    settle(end)
  }
  const fail = (error: unknown) => {
    if (!isOver) onFailure(reasonOf(error))
    finish({ outcome: outcomeOf(error, link !== null) })
  }

  const run = async (): Promise<AttemptEnd> => {
    const opened = await openLoopback(state, locale).catch(() => {
      throw new SignInRefusal('no loopback port could be opened')
    })
    onListening(opened)
    if (isOver) {
      opened.close()
      return { outcome: 'cancelled' }
    }
    loopback = opened
    const start = {
      provider,
      challenge: createHash('sha256').update(verifier).digest('base64url'),
      state,
      port: opened.port,
      locale: locale === 'ko-KR' ? ('ko' as const) : ('en' as const),
    }
    const url = parseSafeUrl(link ? await link.start(start) : startUrl(apiOrigin, start))
    if (!url) throw new SignInRefusal('the address is not on https')
    if (isOver) return { outcome: 'cancelled' }
    openExternal(url.href).catch(() => fail(new SignInRefusal('the browser could not be opened')))
    const answer = await opened.answer
    if ('error' in answer) {
      const outcome = SERVER_ERRORS.get(answer.error)
      if (!outcome) throw new SignInRefusal('the provider answered with an error')
      if (outcome !== 'cancelled' && !isOver) onFailure(`the provider is ${answer.error}`)
      return { outcome }
    }
    if (isOver) return { outcome: 'cancelled' }
    if (!link) {
      return { outcome: 'signedIn', tokens: await server.exchange(answer.code, verifier) }
    }
    await link.code(answer.code, verifier)
    return { outcome: 'linked' }
  }

  const timer = setTimeout(() => finish({ outcome: 'timedOut' }), ATTEMPT_TIMEOUT_MS)
  run().then(finish, fail)
  return { ended, end: (outcome) => finish({ outcome }) }
}

/** Sign-in through the system browser, one attempt at a time. */
export interface SignIn {
  /** A new attempt ends the previous one as `replaced`. Never rejects. */
  start(locale: Locale, provider: string, link?: ProofCalls): Promise<AttemptEnd>
  /** Ends the running attempt as `cancelled`. */
  cancel(): void
  /** Cancels, and closes listeners of final pages. */
  stop(): void
}

export function createSignIn(deps: Omit<AttemptDeps, 'onListening'>): SignIn {
  const listening = new Set<Loopback>()
  let present: RunningAttempt | null = null

  const onListening = (loopback: Loopback) => {
    listening.add(loopback)
    loopback.closed.then(() => listening.delete(loopback))
  }

  return {
    start(locale, provider, link) {
      present?.end('replaced')
      present = startAttempt({ ...deps, onListening }, locale, provider, link ?? null)
      return present.ended
    },
    cancel: () => present?.end('cancelled'),
    stop() {
      present?.end('cancelled')
      for (const loopback of listening) loopback.close()
    },
  }
}
