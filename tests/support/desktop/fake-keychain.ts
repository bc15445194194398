import type { TokenStorage } from '#desktop/bridge/shapes.ts'
import type { Keychain } from '#desktop/main/session/keychain.ts'

/** A keychain controlled by a test. */
export interface FakeKeychain extends Keychain {
  /** Stored values. */
  token: string | null
  /** Anything but `keychain` refuses everything. */
  state: TokenStorage
  /** Delays every call until it resolves. */
  heldUp: Promise<unknown>
  /** Writes and deletions (null) in order. */
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
