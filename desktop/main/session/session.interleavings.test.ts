import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { fakeKeychain } from '#tests/support/desktop/fake-keychain.ts'
import { sessionFamilies } from '#tests/support/desktop/session-families.ts'
import { deferred } from '#tests/support/desktop/session-fixture.ts'
import { eventuallyDone } from '#tests/support/eventually.ts'
import { createMainSession } from './session.ts'

/** Lets everything happen that waits for nothing but the machine itself. */
const settle = async () => {
  for (let step = 0; step < 4; step++) await new Promise(setImmediate)
}

const step = fc.oneof(
  fc.constantFrom('renew', 'signIn', 'end', 'wake', 'holdKeychain', 'openKeychain', 'lockKeychain'),
  fc.constant('rest' as const),
  fc.record({ reply: fc.nat({ max: 3 }), isLost: fc.boolean() }),
  fc.record({ isAway: fc.boolean() }),
)

test('whatever happens in whatever order, one session at most is left, and it is the one kept', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(step, { maxLength: 20 }), async (isKept, steps) => {
      const server = sessionFamilies()
      const keychain = fakeKeychain(isKept ? server.open() : null)
      const session = createMainSession({
        apiOrigin: 'https://api.example',
        fetch: server.fetch,
        keychain,
        openExternal: server.browse,
        googleClientSecret: '',
        log: { warn: () => {} },
      })
      // One that is locked at the start keeps its secret: nobody knows what to end.
      let isRead = false
      const { read } = keychain
      keychain.read = async () => {
        const kept = await read()
        isRead = true
        return kept
      }
      let open: () => void = () => {}
      const work: Promise<unknown>[] = [session.restore()]
      const acts = {
        renew: () => work.push(session.renew(session.view.getState().accessToken ?? '')),
        signIn: () => work.push(session.signIn('en-US')),
        end: () => work.push(session.end()),
        wake: () => session.wake(),
        holdKeychain: () => {
          open()
          const held = deferred<void>()
          keychain.heldUp = held.promise
          open = held.resolve
        },
        openKeychain: () => {
          keychain.state = 'keychain'
          open()
        },
        lockKeychain: () => {
          if (isRead) keychain.state = 'locked'
        },
      }
      for (const next of steps) {
        if (next === 'rest') await settle()
        else if (typeof next === 'string') acts[next]()
        else if ('isAway' in next) server.setAway(next.isAway)
        else server.waiting.splice(next.reply, 1)[0]?.(next.isLost)
      }

      server.setAway(false)
      acts.openKeychain()
      const letThrough = () => {
        for (const answer of server.waiting.splice(0)) answer(false)
      }
      await eventuallyDone(Promise.all(work), letThrough)
      // What could not be said is said, and a keychain that was locked gets the next token.
      session.wake()
      const { isSignedIn, accessToken } = session.view.getState()
      const last = session.renew(accessToken ?? '')
      expect((await eventuallyDone(last, letThrough)).status).toBe(isSignedIn ? 'renewed' : 'ended')
      await eventuallyDone(session.stop(), letThrough)

      const alive = server.families.filter(({ isRevoked }) => !isRevoked)
      expect(alive.map(({ live }) => live)).toEqual(isSignedIn ? [keychain.token ?? ''] : [])
      expect(isSignedIn).toBe(session.user() !== null)
      // A locked one cannot be wiped; what it keeps then is a token that was ended.
      if (!isSignedIn && !steps.includes('lockKeychain')) expect(keychain.token).toBeNull()
    }),
    { numRuns: 200 },
  )
}, 60_000)
