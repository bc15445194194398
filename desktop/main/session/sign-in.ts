import type { SignInOutcome } from '#desktop/bridge/shapes.ts'
import type { RequestJson } from '#desktop/main/server/api-requests.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import type { TokenPair } from '#shared/contract/auth.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { type Loopback, openLoopback } from './loopback.ts'
import { authorizationUrl, discover, exchangeCode, newSecrets, SignInRefusal } from './provider.ts'
import type { SessionServer } from './session-api.ts'

/** How long a person may take at the provider. */
export const ATTEMPT_PATIENCE_MS = 5 * 60_000

/** How an attempt ended; only `signedIn` brings tokens. */
export type AttemptEnd =
  | { outcome: 'signedIn'; tokens: TokenPair }
  | { outcome: Exclude<SignInOutcome, 'signedIn'> }

export interface AttemptDeps {
  server: Pick<SessionServer, 'config' | 'open'>
  requestJson: RequestJson
  /** Opens an address in the system browser. It is given addresses on https or of this computer. */
  openExternal: (url: string) => Promise<void>
  /** Google's, which is no secret in a desktop app but is asked for; '' for none. */
  googleClientSecret: string
  /** Told the refresh token of a session that came when its attempt had already ended. */
  onOrphanedToken: (refreshToken: string) => void
  /** Told why an attempt failed, in words that hold nothing secret. */
  onFailure: (reason: string) => void
  /** Told of the listener, which outlives the attempt until its last page is shown. */
  onListening: (loopback: Loopback) => void
}

export interface RunningAttempt {
  ended: Promise<AttemptEnd>
  /** Ends it now; does nothing when it has ended. */
  end(outcome: 'cancelled' | 'replaced'): void
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiFailure) return `the API answered ${error.status} ${error.code}`
  return error instanceof SignInRefusal ? error.message : 'no usable answer'
}

/** Who answered, by what the deps below throw. */
function outcomeOf(error: unknown): 'failed' | 'noResponse' {
  if (error instanceof SignInRefusal) return 'failed'
  if (!(error instanceof ApiFailure)) return 'noResponse'
  return error.code === 'UNREACHABLE' || error.status === 503 ? 'noResponse' : 'failed'
}

/** Sends the person to the provider in the system browser, and trades what comes back. */
export function startAttempt(deps: AttemptDeps, locale: Locale): RunningAttempt {
  const {
    server,
    requestJson,
    openExternal,
    googleClientSecret,
    onOrphanedToken,
    onFailure,
    onListening,
  } = deps
  const secrets = newSecrets()
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
    finish({ outcome: outcomeOf(error) })
  }

  const listen = async (): Promise<Loopback> => {
    const opened = await openLoopback(secrets.state, locale).catch(() => {
      throw new SignInRefusal('no loopback port could be opened')
    })
    loopback = opened
    onListening(opened)
    return opened
  }

  const walk = async (): Promise<AttemptEnd> => {
    const config = await server.config()
    if (!config.desktopClientId) throw new SignInRefusal('the server knows no desktop client')
    const endpoints = await discover(config.issuer, requestJson)
    const { redirectUri, answer: coming, close } = await listen()
    const request = { endpoints, config, redirectUri, secrets }
    if (isOver) {
      close()
      return { outcome: 'cancelled' }
    }
    openExternal(authorizationUrl(request, locale)).catch(() =>
      fail(new SignInRefusal('the browser could not be opened')),
    )
    const answer = await coming
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
    return { outcome: 'signedIn', tokens: await server.open(idToken) }
  }

  const timer = setTimeout(() => finish({ outcome: 'timedOut' }), ATTEMPT_PATIENCE_MS)
  walk().then(finish, fail)
  return { ended, end: (outcome) => finish({ outcome }) }
}

/** Signing in through the system browser, one attempt at a time. */
export interface SignIn {
  /** A new attempt ends the one before as `replaced`. Never rejects. */
  start(locale: Locale): Promise<AttemptEnd>
  /** Ends the attempt under way, if any, as `cancelled`. */
  cancel(): void
  /** The same, and closes what still serves a last page. */
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
    start(locale) {
      present?.end('replaced')
      present = startAttempt({ ...deps, onListening }, locale)
      return present.ended
    },
    cancel: () => present?.end('cancelled'),
    stop() {
      present?.end('cancelled')
      for (const loopback of listening) loopback.close()
    },
  }
}
