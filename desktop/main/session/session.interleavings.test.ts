import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { fakeKeychain } from '#tests/support/desktop/fake-keychain.ts'
import { sessionFamilies } from '#tests/support/desktop/session-families.ts'
import { deferred } from '#tests/support/desktop/session-fixture.ts'
import { eventuallyDone } from '#tests/support/eventually.ts'
import { createMainSession } from './session.ts'

/** Flushes pending I/O and microtasks. */
const settle = async () => {
  for (let step = 0; step < 4; step++) await new Promise(setImmediate)
}

const step = fc.oneof(
  fc.constantFrom('renew', 'signIn', 'end', 'wake', 'holdKeychain', 'openKeychain', 'lockKeychain'),
  fc.constant('rest' as const),
  fc.record({ reply: fc.nat({ max: 3 }), isLost: fc.boolean() }),
  fc.record({ isAway: fc.boolean() }),
)

test('at most one session survives any interleaving, and it is the stored one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(step, { maxLength: 20 }), async (isStored, steps) => {
      const server = sessionFamilies()
      const keychain = fakeKeychain(isStored ? server.open() : null)
      const session = createMainSession({
        apiOrigin: 'https://api.example',
        fetch: server.fetch,
        keychain,
        openExternal: server.browse,
        log: { warn: () => {} },
      })
      // A keychain that is locked before its first read may retain an unknown token.
      let isRead = false
      const { read } = keychain
      keychain.read = async () => {
        const stored = await read()
        isRead = true
        return stored
      }
      let open: () => void = () => {}
      const work: Promise<unknown>[] = [session.restore()]
      const acts = {
        renew: () => work.push(session.renew(session.view.getState().accessToken ?? '')),
        signIn: () => work.push(session.signIn('en-US', 'local')),
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
      const deliverReplies = () => {
        for (const deliver of server.waiting.splice(0)) deliver(false)
      }
      await eventuallyDone(Promise.all(work), deliverReplies)
      // Pending revocations are sent, and an unlocked keychain receives the next token.
      session.wake()
      const { isSignedIn, accessToken } = session.view.getState()
      const last = session.renew(accessToken ?? '')
      expect((await eventuallyDone(last, deliverReplies)).status).toBe(
        isSignedIn ? 'renewed' : 'ended',
      )
      await eventuallyDone(session.stop(), deliverReplies)

      const alive = server.families.filter(({ isRevoked }) => !isRevoked)
      expect(alive.map(({ live }) => live)).toEqual(isSignedIn ? [keychain.token ?? ''] : [])
      expect(isSignedIn).toBe(session.user() !== null)
      // A locked keychain cannot be cleared; its token is already revoked.
      if (!isSignedIn && !steps.includes('lockKeychain')) expect(keychain.token).toBeNull()
    }),
    { numRuns: 200 },
  )
}, 180_000)
