import type { UserClaims } from '#shared/contract/auth.ts'
import { ApiFailure, dataOf, type Reply } from './api-failure.ts'
import { userOf } from './claims.ts'
import type { Platform, Tokens } from './platform.ts'
import { createStore, type Store } from './store.ts'

/** Who is using the page; `checking` until the kept tokens have been judged. */
export type SessionState =
  | { status: 'checking' }
  | { status: 'guest' }
  | { status: 'user'; user: UserClaims }

export interface Session {
  state: Store<SessionState>
  /** The access token of the moment, or null when signed out. */
  accessToken(): string | null
  /** Judges the kept tokens: one that has not expired is used, an expired one renewed. */
  restore(): Promise<void>
  /** Takes over the tokens of a fresh sign-in or of a reply that renewed them. */
  adopt(tokens: Tokens): void
  /** Forgets the session here; answers its refresh token, so that the server may forget it too. */
  end(): string | null
  /**
   * Sends a call and answers its data; when the server says 401, renews the session once and sends
   * it again. Throws ApiFailure.
   */
  call<Data>(send: () => Promise<Reply<Data>>): Promise<NonNullable<Data>>
}

interface SessionParts {
  platform: Pick<Platform, 'vault' | 'exclusively'>
  /** Exchanges a refresh token. Throws ApiFailure. */
  renew: (refreshToken: string) => Promise<Tokens>
  /** Told when a session ended by itself. */
  onExpired: () => void
  /** Now on the server, epoch milliseconds. */
  now: () => number
}

type Renewal = 'renewed' | 'ended' | 'unreachable'

/** The one session of this window. Every other window of the person shares its tokens. */
export function createSession({ platform, renew, onExpired, now }: SessionParts): Session {
  const { vault } = platform
  const state = createStore<SessionState>({ status: 'checking' })

  const show = () => {
    const tokens = vault.read()
    const user = tokens && userOf(tokens.accessToken)
    state.set(user ? { status: 'user', user } : { status: 'guest' })
  }

  const expire = () => {
    vault.clear()
    state.set({ status: 'guest' })
    onExpired()
  }

  /** `used` is the access token that was not good enough; another window may have renewed it. */
  const renewOnce = (used: string): Promise<Renewal> =>
    platform.exclusively('session', async () => {
      const kept = vault.read()
      if (!kept) return 'ended'
      if (kept.accessToken !== used) return 'renewed'
      try {
        vault.write(await renew(kept.refreshToken))
        return 'renewed'
      } catch (error) {
        // A server that is away says nothing about the session: it is kept for later.
        return error instanceof ApiFailure && error.status === 401 ? 'ended' : 'unreachable'
      }
    })

  vault.onForeignChange(show)

  return {
    state,
    accessToken: () => vault.read()?.accessToken ?? null,
    async restore() {
      const tokens = vault.read()
      const user = tokens && userOf(tokens.accessToken)
      if (!tokens || !user) {
        vault.clear()
        return state.set({ status: 'guest' })
      }
      if (user.exp * 1000 > now()) return show()
      const renewal = await renewOnce(tokens.accessToken)
      if (renewal === 'renewed') return show()
      if (renewal === 'ended') return expire()
      state.set({ status: 'guest' })
    },
    adopt(tokens) {
      vault.write(tokens)
      show()
    },
    end() {
      const refreshToken = vault.read()?.refreshToken ?? null
      vault.clear()
      state.set({ status: 'guest' })
      return refreshToken
    },
    async call(send) {
      const used = vault.read()?.accessToken
      try {
        return await dataOf(send())
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.status !== 401 || !used) throw error
        const renewal = await renewOnce(used)
        if (renewal === 'ended') expire()
        if (renewal !== 'renewed') throw error
        show()
        return dataOf(send())
      }
    },
  }
}
