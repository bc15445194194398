import type { Keeping } from '#desktop/bridge/shapes.ts'
import type { Keychain } from '#desktop/main/session/keychain.ts'

/** A keychain in the hand of a test. */
export interface FakeKeychain extends Keychain {
  /** What is in it. */
  token: string | null
  /** Anything but `kept` refuses everything. */
  state: Keeping
  /** Set, it holds up every call until it resolves. */
  heldUp: Promise<unknown>
  /** Everything that was written and wiped, in order; a wipe is null. */
  written: (string | null)[]
}

export function fakeKeychain(token: string | null = null): FakeKeychain {
  let last: Promise<unknown> = Promise.resolve()
  const put = (next: string | null) => {
    last = last.then(() => fake.heldUp)
    const done = last.then((): Keeping => {
      if (fake.state !== 'kept') return fake.state
      fake.token = next
      fake.written.push(next)
      return 'kept'
    })
    return done
  }
  const fake: FakeKeychain = {
    token,
    state: 'kept',
    heldUp: Promise.resolve(),
    written: [],
    async read() {
      await fake.heldUp
      return { keeping: fake.state, token: fake.state === 'kept' ? fake.token : null }
    },
    write: put,
    clear: () => put(null),
  }
  return fake
}
