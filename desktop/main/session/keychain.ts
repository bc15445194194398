import type { AsyncEntry as Entry } from '@napi-rs/keyring'
import type { TokenStorage } from '#desktop/bridge/shapes.ts'

/** How long a person may take over the keychain's own question before the app goes on without it. */
const PATIENCE_MS = 10_000

/** What the keychain holds; `token` is null when there is none, and while it cannot be asked. */
export interface Kept {
  tokenStorage: TokenStorage
  token: string | null
}

/** The refresh token's place in the OS keychain. Nothing here rejects. */
export interface Keychain {
  /** `onLate` is told the token when the keychain was only opened after the answer had been given. */
  read(onLate?: (token: string) => void): Promise<Kept>
  /** `onLate` is told when it was written after all. */
  write(token: string, onLate?: () => void): Promise<TokenStorage>
  clear(): Promise<TokenStorage>
}

type EntryClass = new (
  ...args: ConstructorParameters<typeof Entry>
) => Pick<Entry, 'getPassword' | 'setPassword' | 'deletePassword'>

interface KeychainDeps {
  /** Loads the library. Rejects where it has no binary for the system. */
  load: () => Promise<{ AsyncEntry: EntryClass }>
  /** The name under which a person finds it. */
  service: string
  /** Origin of the API: builds that speak to different servers share no session. */
  origin: string
}

/** Without the pin Linux falls back to the kernel's keyring, which is gone after a restart. */
const OPTIONS = { linux: { store: 'secret-service' } } as const

/** The library does not run here. */
class NoKeychain extends Error {}

/**
 * Why there was no answer, by the library's words (it has one error code for everything). A closed
 * collection is "Couldn't access platform storage", a Secret Service that is away a "DBus error"; one
 * that is there but says nothing is as good as locked, and so is every refusal of another system.
 */
function refusal(error: unknown): Exclude<TokenStorage, 'keychain'> {
  if (error instanceof NoKeychain) return 'unavailable'
  const words = error instanceof Error ? error.message : ''
  return /DBus error/.test(words) && !/Did not receive a reply/.test(words)
    ? 'unavailable'
    : 'locked'
}

/** Makes the keychain of one server. The library is loaded when the keychain is first asked. */
export function createKeychain({ load, service, origin }: KeychainDeps): Keychain {
  type Act<Result> = (entry: InstanceType<EntryClass>) => Promise<Result>
  let entry: InstanceType<EntryClass> | null = null
  /** The calls run one after another: each holds a thread of Node's pool until it is answered. */
  let last: Promise<unknown> = Promise.resolve()
  let isWaiting = false

  const attempt = async <Result>(act: Act<Result>): Promise<Result> => {
    const library = await load().catch(() => {
      throw new NoKeychain()
    })
    entry ??= new library.AsyncEntry(service, `refresh-token@${origin}`, OPTIONS)
    return act(entry)
  }

  const tryTwice = async <Result>(act: Act<Result>): Promise<Result> => {
    const isUsed = entry !== null
    try {
      return await attempt(act)
    } catch (error) {
      entry = null
      // An entry does not outlive a restart of the Secret Service; a new one does.
      if (!isUsed || refusal(error) === 'locked') throw error
      return attempt(act)
    }
  }

  /** The result, or why there is none; after the patience `locked`, and at once while one waits. */
  const ask = <Result>(act: Act<Result>, onLate?: (result: Result) => void) => {
    type Answer =
      | { tokenStorage: 'keychain'; result: Result }
      | { tokenStorage: Exclude<TokenStorage, 'keychain'> }
    const work: Promise<Answer> = last.then(() =>
      tryTwice(act).then(
        (result) => ({ tokenStorage: 'keychain', result }),
        (error) => ({ tokenStorage: refusal(error) }),
      ),
    )
    last = work
    return new Promise<Answer>((resolve) => {
      let isLate = isWaiting
      const giveUp = () => {
        isLate = true
        isWaiting = true
        resolve({ tokenStorage: 'locked' })
      }
      const timer = isLate ? undefined : setTimeout(giveUp, PATIENCE_MS)
      if (isLate) giveUp()
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
      const answer = await ask(
        (it) => it.getPassword(),
        (token) => {
          if (token) onLate?.(token)
        },
      )
      const token = answer.tokenStorage === 'keychain' ? answer.result : null
      return { tokenStorage: answer.tokenStorage, token: token ?? null }
    },
    write: async (token, onLate) => (await ask((it) => it.setPassword(token), onLate)).tokenStorage,
    clear: async () => (await ask((it) => it.deletePassword())).tokenStorage,
  }
}
