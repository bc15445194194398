import { expect, test } from 'bun:test'
import type { SessionChange } from '#desktop/bridge/shapes.ts'
import { createPendingSessionNotice } from './pending-session-notice.ts'

const guest = { isSignedIn: false, accessToken: null, tokenStorage: 'keychain' } as const
const user = { ...guest, isSignedIn: true, accessToken: 'a', expiry: null }

function createFixture(hasMarketData: boolean) {
  const listeners = new Set<(news: SessionChange) => void>()
  const onChange = (listener: (news: SessionChange) => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  const notice = createPendingSessionNotice({ onChange }, () => hasMarketData)
  const emit = (news: SessionChange) => {
    for (const listener of listeners) listener(news)
  }
  return { notice, emit, listeners }
}

test('a session that ended without a window is told by the next, once', () => {
  const { notice, emit, listeners } = createFixture(false)
  expect(notice.take()).toBeNull()
  emit({ ...guest, expiry: 'oldRefreshToken' })
  emit({ ...guest, expiry: null })
  expect([notice.take(), notice.take()]).toEqual(['oldRefreshToken', null])
  notice.stop()
  expect(listeners.size).toBe(0)
})

test('nothing is left to tell after a sign-in, nor of what a window withMarketData', () => {
  const { notice, emit } = createFixture(false)
  emit({ ...guest, expiry: 'oldRefreshToken' })
  emit(user)
  expect(notice.take()).toBeNull()
  const withMarketData = createFixture(true)
  withMarketData.emit({ ...guest, expiry: 'oldRefreshToken' })
  expect(withMarketData.notice.take()).toBeNull()
})
