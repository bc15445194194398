import type { AsyncEntry as Entry } from '@napi-rs/keyring'
import type { TokenStorage } from '#desktop/bridge/shapes.ts'

/** Time for the system's keychain prompt before the app continues without it. */
const TIMEOUT_MS = 10_000

/** Stored token; null when there is none or the keychain is not accessible. */
export interface StoredToken {
  tokenStorage: TokenStorage
  token: string | null
}

/** Stores the refresh token in the OS keychain. No method rejects. */
export interface Keychain {
  /** Calls `onLate` with the token when the keychain is unlocked after the time-out. */
  read(onLate?: (token: string) => void): Promise<StoredToken>
  /** Calls `onLate` when the write succeeds after the time-out. */
  write(token: string, onLate?: () => void): Promise<TokenStorage>
  clear(): Promise<TokenStorage>
}

type EntryClass = new (
  ...args: ConstructorParameters<typeof Entry>
) => Pick<Entry, 'getPassword' | 'setPassword' | 'deletePassword'>

interface KeychainDeps {
  /** Loads the library; rejects where it has no binary for the system. */
  load: () => Promise<{ AsyncEntry: EntryClass }>
  /** Service name shown by the system's keychain tools. */
  service: string
  /** Origin of the API: builds for different servers share no session. */
  origin: string
}

/** Without the pin, Linux falls back to the kernel keyring, which is lost at reboot. */
const OPTIONS = { linux: { store: 'secret-service' } } as const

/** The library has no binary for this system. */
class KeychainUnavailable extends Error {}

/**
 * Classifies an error by its message, because the library has one code for all. A missing Secret
 * Service reports a "DBus error"; a locked or silent one, and any failure elsewhere, counts as
 * locked.
 */
function storageOf(error: unknown): Exclude<TokenStorage, 'keychain'> {
  if (error instanceof KeychainUnavailable) return 'unavailable'
  const message = error instanceof Error ? error.message : ''
  return /DBus error/.test(message) && !/Did not receive a reply/.test(message)
    ? 'unavailable'
    : 'locked'
}

/** Creates the keychain of one server. Loads the library at first use. */
export function createKeychain({ load, service, origin }: KeychainDeps): Keychain {
  type Act<Result> = (entry: InstanceType<EntryClass>) => Promise<Result>
  let entry: InstanceType<EntryClass> | null = null
  /** Calls run in sequence: each blocks a thread of Node's pool until answered. */
  let last: Promise<unknown> = Promise.resolve()
  let isWaiting = false

  const attempt = async <Result>(act: Act<Result>): Promise<Result> => {
    const library = await load().catch(() => {
      throw new KeychainUnavailable()
    })
    entry ??= new library.AsyncEntry(service, `refresh-token@${origin}`, OPTIONS)
    return act(entry)
  }

  const withRetry = async <Result>(act: Act<Result>): Promise<Result> => {
    const isUsed = entry !== null
    try {
      return await attempt(act)
    } catch (error) {
      entry = null
      // An entry is invalid after a restart of the Secret Service; a new one works.
      if (!isUsed || storageOf(error) === 'locked') throw error
      return attempt(act)
    }
  }

  /**
   * The result or the reason for none; `locked` after the time-out, and at once while a call is
   * pending.
   */
  const call = <Result>(act: Act<Result>, onLate?: (result: Result) => void) => {
    type Answer =
      | { tokenStorage: 'keychain'; result: Result }
      | { tokenStorage: Exclude<TokenStorage, 'keychain'> }
    const work: Promise<Answer> = last.then(() =>
      withRetry(act).then(
        (result) => ({ tokenStorage: 'keychain', result }),
        (error) => ({ tokenStorage: storageOf(error) }),
      ),
    )
    last = work
    return new Promise<Answer>((resolve) => {
      let isLate = isWaiting
      const timeOut = () => {
        isLate = true
        isWaiting = true
        resolve({ tokenStorage: 'locked' })
      }
      const timer = isLate ? undefined : setTimeout(timeOut, TIMEOUT_MS)
      if (isLate) timeOut()
      work.then((answer) => {
        clearTimeout(timer)
        if (last === work) isWaiting = false
        if (!isLate) resolve(answer)
        else if (answer.tokenStorage === 'keychain') onLate?.(answer.result)
      })
    })
  }

  return {
    async read(onLate) {
      // A prompt is open: its answer is for the call before, and may replace the token.
      if (isWaiting) return { tokenStorage: 'locked', token: null }
      const answer = await call(
        (it) => it.getPassword(),
        (token) => {
          if (token) onLate?.(token)
        },
      )
      const token = answer.tokenStorage === 'keychain' ? answer.result : null
      return { tokenStorage: answer.tokenStorage, token: token ?? null }
    },
    write: async (token, onLate) =>
      (await call((it) => it.setPassword(token), onLate)).tokenStorage,
    clear: async () => (await call((it) => it.deletePassword())).tokenStorage,
  }
}
