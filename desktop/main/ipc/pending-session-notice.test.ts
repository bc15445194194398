import { expect, test } from 'bun:test'
import type { SessionChange } from '#desktop/bridge/shapes.ts'
import { createPendingSessionNotice } from './pending-session-notice.ts'

const guest = { isSignedIn: false, accessToken: null, tokenStorage: 'keychain' } as const
const user = { ...guest, isSignedIn: true, accessToken: 'a', expiry: null }

function rig(hasMarketData: boolean) {
  const listeners = new Set<(news: SessionChange) => void>()
  const onChange = (listener: (news: SessionChange) => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  const untold = createPendingSessionNotice({ onChange }, () => hasMarketData)
  const say = (news: SessionChange) => {
    for (const listener of listeners) listener(news)
  }
  return { untold, say, listeners }
}

test('a session that ended without a window is told by the next, once', () => {
  const { untold, say, listeners } = rig(false)
  expect(untold.take()).toBeNull()
  say({ ...guest, expiry: 'oldRefreshToken' })
  say({ ...guest, expiry: null })
  expect([untold.take(), untold.take()]).toEqual(['oldRefreshToken', null])
  untold.stop()
  expect(listeners.size).toBe(0)
})

test('nothing is left to tell after a sign-in, nor of what a window heard', () => {
  const { untold, say } = rig(false)
  say({ ...guest, expiry: 'oldRefreshToken' })
  say(user)
  expect(untold.take()).toBeNull()
  const heard = rig(true)
  heard.say({ ...guest, expiry: 'oldRefreshToken' })
  expect(heard.untold.take()).toBeNull()
})
