import type { SignInOutcome } from '#desktop/bridge/shapes.ts'
import type { RequestJson } from '#desktop/main/server/api-requests.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import { linkFailureOf } from '#desktop/shared/link-failure.ts'
import type { TokenPair } from '#shared/contract/auth.ts'
import { API_PREFIX } from '#shared/contract/common.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { ProofPurpose } from '#shared/rules/bound-nonce.ts'
import { type Loopback, openLoopback } from './loopback.ts'
import {
  authorizationUrl,
  challengeOf,
  discover,
  exchangeCode,
  newSecrets,
  SignInRefusal,
} from './provider.ts'
import type { LinkStart, ProofCalls, SessionApi } from './session-api.ts'

/** Time limit at the provider. */
export const ATTEMPT_TIMEOUT_MS = 5 * 60_000

/** Calls of the API by the session that links; each renews it when needed. Throw ApiFailure. */
export interface LinkCalls extends ProofCalls {
  sessionId: string
  purpose: ProofPurpose
}

/** Result of an attempt; only `signedIn` carries tokens. */
export type AttemptEnd =
  | { outcome: 'signedIn'; tokens: TokenPair }
  | { outcome: Exclude<SignInOutcome, 'signedIn'> }

export interface AttemptDeps {
  /** Origin of the API, where the sign-in with one of its providers begins. */
  apiOrigin: string
  server: Pick<SessionApi, 'config' | 'open' | 'exchange'>
  requestJson: RequestJson
  /** Opens an https or loopback URL in the system browser. */
  openExternal: (url: string) => Promise<void>
  /** Google's client secret, required though not confidential in a desktop app; '' for none. */
  googleClientSecret: string
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
const SERVER_ERRORS: Record<string, Exclude<SignInOutcome, 'signedIn'>> = {
  cancelled: 'cancelled',
  unavailable: 'providerDown',
  misconfigured: 'misconfigured',
}

/** The API's address of a sign-in at a provider of its list. */
function startUrl(apiOrigin: string, { provider, port, ...start }: LinkStart): string {
  const query = new URLSearchParams({ ...start, port: String(port) })
  return `${apiOrigin}${API_PREFIX}/auth/oidc/${provider}/start?${query.toString()}`
}

/**
 * Opens the provider in the system browser and exchanges the callback for a session. With a `provider`
 * of the server's list, the server exchanges the provider's code and sends a one-time code here. With
 * `link` the identity is added to the account instead.
 */
export function startAttempt(
  deps: AttemptDeps,
  locale: Locale,
  provider: string | null,
  link: LinkCalls | null = null,
): RunningAttempt {
  const {
    apiOrigin,
    server,
    requestJson,
    openExternal,
    googleClientSecret,
    onOrphanedToken,
    onFailure,
    onListening,
  } = deps
  const secrets = newSecrets(link?.sessionId ?? null, link?.purpose)
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

  const listen = async (): Promise<Loopback> => {
    const opened = await openLoopback(secrets.state, locale).catch(() => {
      throw new SignInRefusal('no loopback port could be opened')
    })
    loopback = opened
    onListening(opened)
    return opened
  }

  const openBrowser = (url: string) => {
    openExternal(url).catch(() => fail(new SignInRefusal('the browser could not be opened')))
  }

  const runAtServer = async (id: string): Promise<AttemptEnd> => {
    const { redirectUri, answer: callback, close } = await listen()
    if (isOver) {
      close()
      return { outcome: 'cancelled' }
    }
    const start = {
      provider: id,
      challenge: challengeOf(secrets.verifier),
      state: secrets.state,
      port: Number(new URL(redirectUri).port),
      locale: locale === 'ko-KR' ? ('ko' as const) : ('en' as const),
    }
    openBrowser(link ? await link.start(start) : startUrl(apiOrigin, start))
    const answer = await callback
    if ('error' in answer) {
      const outcome = SERVER_ERRORS[answer.error]
      if (!outcome) throw new SignInRefusal('the provider answered with an error')
      if (outcome !== 'cancelled' && !isOver) onFailure(`the provider is ${answer.error}`)
      return { outcome }
    }
    if (isOver) return { outcome: 'cancelled' }
    if (!link) {
      return { outcome: 'signedIn', tokens: await server.exchange(answer.code, secrets.verifier) }
    }
    await link.code(answer.code, secrets.verifier)
    return { outcome: 'linked' }
  }

  const run = async (): Promise<AttemptEnd> => {
    const config = await server.config()
    if (!config.desktopClientId) throw new SignInRefusal('the server knows no desktop client')
    const endpoints = await discover(config.issuer, requestJson)
    const { redirectUri, answer: callback, close } = await listen()
    const request = { endpoints, config, redirectUri, secrets }
    if (isOver) {
      close()
      return { outcome: 'cancelled' }
    }
    openBrowser(authorizationUrl(request, locale))
    const answer = await callback
    if (answer.issuer !== null && answer.issuer !== config.issuer) {
      throw new SignInRefusal('another issuer answered')
    }
    if ('error' in answer) {
      if (answer.error === 'access_denied') return { outcome: 'cancelled' }
      throw new SignInRefusal('the provider answered with an error')
    }
    const idToken = await exchangeCode({
      ...request,
      code: answer.code,
      clientSecret: googleClientSecret,
      requestJson,
    })
    if (isOver) return { outcome: 'cancelled' }
    if (!link) return { outcome: 'signedIn', tokens: await server.open(idToken, secrets.nonce) }
    await link.token(idToken, secrets.nonce)
    return { outcome: 'linked' }
  }

  const timer = setTimeout(() => finish({ outcome: 'timedOut' }), ATTEMPT_TIMEOUT_MS)
  const running = provider === null ? run() : runAtServer(provider)
  running.then(finish, fail)
  return { ended, end: (outcome) => finish({ outcome }) }
}

/** Sign-in through the system browser, one attempt at a time. */
export interface SignIn {
  /** A new attempt ends the previous one as `replaced`. Never rejects. */
  start(locale: Locale, provider?: string | null, link?: LinkCalls): Promise<AttemptEnd>
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
      present = startAttempt({ ...deps, onListening }, locale, provider ?? null, link ?? null)
      return present.ended
    },
    cancel: () => present?.end('cancelled'),
    stop() {
      present?.end('cancelled')
      for (const loopback of listening) loopback.close()
    },
  }
}
