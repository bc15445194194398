import type { Renewal } from '#desktop/bridge/shapes.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import type { RefreshReply } from '#shared/contract/auth.ts'
import type { Keychain } from './keychain.ts'
import type { SessionServer } from './session-api.ts'
import type { Held, SessionState } from './session-state.ts'

const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 60_000

interface RenewalsParts {
  server: Pick<SessionServer, 'renew'>
  keychain: Pick<Keychain, 'write' | 'clear'>
  state: SessionState
  /** Told a refresh token that came for a session which had ended meanwhile. */
  onOrphan: (refreshToken: string) => void
}

/** Renewing the session, once however many ask. */
export interface Renewals {
  /** Renews what is held as `of`. Never rejects. */
  renew(of: Held): Promise<Renewal>
  /** Tries at once what waits for a server that could not be reached. */
  wake(): void
  /** Resolves when the renewal under way, if any, is through. */
  settled(): Promise<unknown>
  stop(): void
}

export function createRenewals({ server, keychain, state, onOrphan }: RenewalsParts): Renewals {
  let flight: { of: Held; renewal: Promise<Renewal> } | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isStopped = false

  /** The new refresh token is in the keychain before the access token that came with it is used. */
  const take = async (of: Held, reply: RefreshReply): Promise<Renewal> => {
    const isHeld = () => state.held() === of
    if (!isHeld()) {
      onOrphan(reply.refreshToken)
      return { status: 'ended' }
    }
    of.refreshToken = reply.refreshToken
    const keeping = await keychain.write(of.refreshToken, () => {
      if (isHeld() && of.refreshToken === reply.refreshToken) state.set({ keeping: 'kept' })
    })
    // Whoever ended it in between has ended the new token as well.
    if (!isHeld()) return { status: 'ended' }
    of.accessToken = reply.accessToken
    state.set({ keeping })
    return { status: 'renewed', accessToken: reply.accessToken }
  }

  const exchange = async (of: Held): Promise<Renewal> => {
    let reply: RefreshReply
    try {
      reply = await server.renew(of.refreshToken)
    } catch (error) {
      if (state.held() !== of) return { status: 'ended' }
      const code = error instanceof ApiFailure && error.status === 401 ? error.code : 'UNREACHABLE'
      // A server that is away says nothing about the session: it is kept for later.
      if (code === 'UNREACHABLE') return { status: 'unreachable' }
      state.set({ held: null }, 'oldRefreshToken')
      const keeping = await keychain.clear()
      if (state.held() === null) state.set({ keeping })
      return { status: 'oldRefreshToken' }
    }
    return take(of, reply)
  }

  const wake = () => {
    clearTimeout(retry)
    const of = state.held()
    if (of && of.accessToken === null && !isStopped) renew(of)
  }

  /** A session that has no access token yet is tried again by itself. */
  const plan = (of: Held, { status }: Renewal) => {
    clearTimeout(retry)
    if (status !== 'unreachable') failures = 0
    else if (of.accessToken === null && !isStopped) {
      retry = setTimeout(wake, Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures))
      failures += 1
    }
  }

  const renew = (of: Held): Promise<Renewal> => {
    if (flight?.of === of) return flight.renewal
    const renewal = exchange(of).then((result) => {
      if (flight?.of === of) flight = null
      if (state.held() === of) plan(of, result)
      return result
    })
    flight = { of, renewal }
    return renewal
  }

  return {
    renew,
    wake,
    settled: async () => flight?.renewal,
    stop() {
      isStopped = true
      clearTimeout(retry)
    },
  }
}
