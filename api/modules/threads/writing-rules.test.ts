import { describe, expect, test } from 'bun:test'
import { ApiError } from '#api/infrastructure/errors.ts'
import { REPLY_MAX } from '#shared/rules/reply.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import { NOW } from '#tests/support/samples.ts'
import type { RecentReplies } from './reply-store.ts'
import { checkLimits, prepareReplyText } from './writing-rules.ts'

const now = NOW
const member = { joined: now - 30 * DAY_MS, settled: 3 }
const none = { replies: 0, last: null, first: null, same: 0 }

/** The error of a call; null for none. */
function refusal(act: () => unknown): ApiError | null {
  try {
    act()
    return null
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}
const limit = (recent: Partial<RecentReplies>, text = 'a text') =>
  refusal(() => checkLimits(text, { ...member, ...none, ...recent }, now))

describe('the text of a reply', () => {
  test('has something to see and at most 2,000 characters', () => {
    expect(refusal(() => prepareReplyText(' \u200b\n'))?.code).toBe('CONTENT_REQUIRED')
    expect(refusal(() => prepareReplyText('x'.repeat(REPLY_MAX + 1)))?.code).toBe('REPLY_TOO_LONG')
    expect(prepareReplyText(` ${'x'.repeat(REPLY_MAX)}\n`)).toBe('x'.repeat(REPLY_MAX))
  })

  test('loses what cannot be stored, and keeps markup as text', () => {
    expect(prepareReplyText('a\u0000b\ud800<b>')).toBe('ab\ufffd<b>')
  })
})

describe('the limits of an author', () => {
  test('are ten seconds between two replies', () => {
    const error = limit({ replies: 1, first: now - 9_999, last: now - 9_999 })
    expect([error?.code, error?.headers]).toEqual(['REPLY_PAUSE', { 'retry-after': '1' }])
    expect(error?.until).toBe(now + 1)
    expect(limit({ replies: 1, first: now - 10_000, last: now - 10_000 })).toBeNull()
  })

  test.each([
    ['a member', member, 50],
    ['an account of 24 hours without a settled call', { joined: now - DAY_MS, settled: 0 }, 10],
    ['an account of less than 24 hours', { joined: now - DAY_MS + 1, settled: 3 }, 10],
  ])('of %s are %p replies a day', (_, author, most) => {
    const last = now - 60_000
    const first = now - DAY_MS + 60_000
    expect(limit({ ...author, replies: most - 1, first, last })).toBeNull()
    const error = limit({ ...author, replies: most, first, last })
    expect([error?.code, error?.until]).toEqual(['REPLY_LIMIT', now + 60_000])
  })

  test('let nobody write a text three times a day', () => {
    const last = now - 60_000
    expect(limit({ replies: 1, same: 1, first: last, last })).toBeNull()
    expect(limit({ replies: 2, same: 2, first: last, last })?.code).toBe('REPLY_REPEATED')
  })

  test('let newcomers write no link', () => {
    expect(limit({}, 'https://example.com')).toBeNull()
    expect(limit({ settled: 0 }, 'https://example.com')?.code).toBe('LINKS_LATER')
    expect(limit({ joined: now - DAY_MS + 1 }, 'see t.me/room')?.code).toBe('LINKS_LATER')
  })
})
