import { expect, test } from 'bun:test'
import { canWrite, editError, toPostBody } from './posting.ts'

test('allows only admins to write notices, everyone to write on the other boards', () => {
  const users = [null, { is_admin: 0 }, { is_admin: 2 }]
  expect(users.map((user) => canWrite('notices', user))).toEqual([false, false, true])
  for (const board of ['frees', 'suggestions'] as const) {
    expect(users.map((user) => canWrite(board, user))).toEqual([true, true, true])
  }
})

test('allows only the author to edit, and for one hour', () => {
  const post = { uid: 7, created: '2026-11-21T02:30:00.000Z' }
  const hourLater = Date.parse('2026-11-21T03:30:00.000Z')
  expect(editError(post, 7, hourLater - 1)).toBeNull()
  expect(editError(post, 7, hourLater)).toBe('EDIT_WINDOW_CLOSED')
  expect(editError(post, 8, hourLater - 1)).toBe('NOT_AUTHOR')
  expect(editError(post, 8, hourLater)).toBe('NOT_AUTHOR')
  expect(editError(post, undefined, hourLater)).toBeNull()
})

const TEXT = '<p>tide</p>'

test('a post consists of its text, and a notice of its priority too', () => {
  expect(toPostBody('frees', TEXT, '99')).toEqual({ body: { content: TEXT } })
  expect(toPostBody('suggestions', TEXT, '')).toEqual({ body: { content: TEXT } })
  expect(toPostBody('notices', TEXT, '7')).toEqual({ body: { content: TEXT, priority: 7 } })
  expect(toPostBody('notices', TEXT, '-')).toEqual({ error: 'priority.invalid' })
})

test.each(['', '  ', '<p></p>', '<p>&nbsp;<br></p>', '<p>\u200b\ufffc</p>'])(
  'rejects the blank text %p',
  (content) => {
    expect(toPostBody('notices', content, '7')).toEqual({ error: 'editor.contentRequired' })
  },
)

test('accepts a picture or a video without text', () => {
  for (const content of ['<p><img src="https://example.com/a.png"></p>', '<video></video>']) {
    expect(toPostBody('frees', content, '')).toEqual({ body: { content } })
  }
})
