import type { TokenStorage } from '#desktop/bridge/shapes.ts'
import type { Keychain } from '#desktop/main/session/keychain.ts'

/** A keychain in the hand of a test. */
export interface FakeKeychain extends Keychain {
  /** What is in it. */
  token: string | null
  /** Anything but `kept` refuses everything. */
  state: TokenStorage
  /** Set, it holds up every call until it resolves. */
  heldUp: Promise<unknown>
  /** Everything that was written and wiped, in order; a wipe is null. */
  written: (string | null)[]
}

export function fakeKeychain(token: string | null = null): FakeKeychain {
  let last: Promise<unknown> = Promise.resolve()
  const put = (next: string | null) => {
    last = last.then(() => fake.heldUp)
    const done = last.then((): TokenStorage => {
      if (fake.state !== 'keychain') return fake.state
      fake.token = next
      fake.written.push(next)
      return 'keychain'
    })
    return done
  }
  const fake: FakeKeychain = {
    token,
    state: 'keychain',
    heldUp: Promise.resolve(),
    written: [],
    async read() {
      await fake.heldUp
      return { tokenStorage: fake.state, token: fake.state === 'keychain' ? fake.token : null }
    },
    write: put,
    clear: () => put(null),
  }
  return fake
}
