import type { Renewal } from '#desktop/bridge/shapes.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import type { RefreshReply } from '#shared/contract/auth.ts'
import { backoff } from '#shared/rules/backoff.ts'
import type { Keychain } from './keychain.ts'
import type { SessionApi } from './session-api.ts'
import type { CurrentSession, SessionState } from './session-state.ts'

const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 60_000

interface RenewalsDeps {
  server: Pick<SessionApi, 'renew'>
  keychain: Pick<Keychain, 'write' | 'clear'>
  state: SessionState
  /** Receives a refresh token that arrived for a session that had ended. */
  onOrphanedToken: (refreshToken: string) => void
}

/** Session renewal; concurrent callers share one request. */
export interface Renewals {
  /** Renews the session `of`. Never rejects. */
  renew(of: CurrentSession): Promise<Renewal>
  /** Retries now after an unreachable server. */
  wake(): void
  /** Resolves when no renewal is in flight. */
  settled(): Promise<unknown>
  stop(): void
}

export function createRenewals({
  server,
  keychain,
  state,
  onOrphanedToken,
}: RenewalsDeps): Renewals {
  let inFlight: { of: CurrentSession; renewal: Promise<Renewal> } | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isStopped = false

  /** The refresh token must be in the keychain before its access token is used. */
  const store = async (of: CurrentSession, reply: RefreshReply): Promise<Renewal> => {
    const isCurrent = () => state.current() === of
    if (!isCurrent()) {
      onOrphanedToken(reply.refreshToken)
      return { status: 'ended' }
    }
    of.refreshToken = reply.refreshToken
    const tokenStorage = await keychain.write(of.refreshToken, () => {
      if (isCurrent() && of.refreshToken === reply.refreshToken)
        state.set({ tokenStorage: 'keychain' })
    })
    // A logout in between has revoked the new token as well.
    if (!isCurrent()) return { status: 'ended' }
    of.accessToken = reply.accessToken
    state.set({ tokenStorage })
    return { status: 'renewed', accessToken: reply.accessToken }
  }

  const exchange = async (of: CurrentSession): Promise<Renewal> => {
    let reply: RefreshReply
    try {
      reply = await server.renew(of.refreshToken)
    } catch (error) {
      if (state.current() !== of) return { status: 'ended' }
      const code = error instanceof ApiFailure && error.status === 401 ? error.code : 'UNREACHABLE'
      // An unreachable server proves nothing about the session: retry later.
      if (code === 'UNREACHABLE') return { status: 'unreachable' }
      state.set({ current: null }, 'oldRefreshToken')
      const tokenStorage = await keychain.clear()
      if (state.current() === null) state.set({ tokenStorage })
      return { status: 'oldRefreshToken' }
    }
    return store(of, reply)
  }

  const wake = () => {
    clearTimeout(retry)
    const of = state.current()
    if (of && of.accessToken === null && !isStopped) renew(of)
  }

  /** Retries by itself only while there is no access token yet. */
  const scheduleRetry = (of: CurrentSession, { status }: Renewal) => {
    clearTimeout(retry)
    if (status !== 'unreachable') failures = 0
    else if (of.accessToken === null && !isStopped) {
      // Full delay: one user's renewals need no jitter.
      retry = setTimeout(
        wake,
        backoff(failures, FIRST_RETRY_MS, LONGEST_RETRY_MS, () => 1),
      )
      failures += 1
    }
  }

  const renew = (of: CurrentSession): Promise<Renewal> => {
    if (inFlight?.of === of) return inFlight.renewal
    const renewal = exchange(of).then((result) => {
      if (inFlight?.of === of) inFlight = null
      if (state.current() === of) scheduleRetry(of, result)
      return result
    })
    inFlight = { of, renewal }
    return renewal
  }

  return {
    renew,
    wake,
    settled: async () => inFlight?.renewal,
    stop() {
      isStopped = true
      clearTimeout(retry)
    },
  }
}
