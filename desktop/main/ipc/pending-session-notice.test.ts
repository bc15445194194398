import { expect, test } from 'bun:test'
import type { SessionChange } from '#desktop/bridge/shapes.ts'
import { createPendingSessionNotice } from './pending-session-notice.ts'

const guest = { isSignedIn: false, accessToken: null, tokenStorage: 'keychain' } as const
const user = { ...guest, isSignedIn: true, accessToken: 'a', expiry: null }

function createFixture(hasMarketData: boolean) {
  const listeners = new Set<(change: SessionChange) => void>()
  const onChange = (listener: (change: SessionChange) => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  const notice = createPendingSessionNotice({ onChange }, () => hasMarketData)
  const publish = (change: SessionChange) => {
    for (const listener of listeners) listener(change)
  }
  return { notice, publish, listeners }
}

test('returns the reason once for a session that ended without a window', () => {
  const { notice, publish, listeners } = createFixture(false)
  expect(notice.take()).toBeNull()
  publish({ ...guest, expiry: 'oldRefreshToken' })
  publish({ ...guest, expiry: null })
  expect([notice.take(), notice.take()]).toEqual(['oldRefreshToken', null])
  notice.stop()
  expect(listeners.size).toBe(0)
})

test('discards the reason after a sign-in, and when a window was notified', () => {
  const { notice, publish } = createFixture(false)
  publish({ ...guest, expiry: 'oldRefreshToken' })
  publish(user)
  expect(notice.take()).toBeNull()
  const withWindow = createFixture(true)
  withWindow.publish({ ...guest, expiry: 'oldRefreshToken' })
  expect(withWindow.notice.take()).toBeNull()
})
