import { expect, test } from 'bun:test'
import type { Preferences } from '#desktop/renderer/platform/platform.ts'
import { loadReplyDraft, quoteOf, saveReplyDraft } from './reply-drafts.ts'

function memory(stored: Record<string, string> = {}) {
  const preferences: Preferences = {
    read: (key) => stored[key] ?? null,
    write: (key, value) => {
      stored[key] = value
      return true
    },
    remove: (key) => void delete stored[key],
    onExternalChange: () => () => {},
  }
  return { preferences, stored }
}

const draft = (content: string) => ({ content, quote: null })

test('each person has a draft for each thread', () => {
  const { preferences } = memory()
  saveReplyDraft(preferences, 'vote 1', 7, draft('a'))
  saveReplyDraft(preferences, 'post 1', 7, draft('b'))
  saveReplyDraft(preferences, 'vote 1', 8, draft('c'))
  saveReplyDraft(preferences, 'vote 1', 7, draft('d'))
  expect(loadReplyDraft(preferences, 'vote 1', 7)).toEqual(draft('d'))
  expect(loadReplyDraft(preferences, 'post 1', 7)).toEqual(draft('b'))
  expect(loadReplyDraft(preferences, 'vote 1', 8)).toEqual(draft('c'))
  expect(loadReplyDraft(preferences, 'post 1', 8)).toBeNull()
})

test('a sent draft is removed, and the last one leaves nothing', () => {
  const { preferences, stored } = memory()
  saveReplyDraft(preferences, 'vote 1', 7, draft('a'))
  saveReplyDraft(preferences, 'vote 2', 7, draft('b'))
  saveReplyDraft(preferences, 'vote 1', 7, null)
  expect(loadReplyDraft(preferences, 'vote 1', 7)).toBeNull()
  saveReplyDraft(preferences, 'vote 2', 7, null)
  expect(stored).toEqual({})
})

test('the oldest of many goes', () => {
  const { preferences } = memory()
  for (let id = 1; id <= 21; id++) saveReplyDraft(preferences, `vote ${id}`, 7, draft('x'))
  expect(loadReplyDraft(preferences, 'vote 1', 7)).toBeNull()
  expect(loadReplyDraft(preferences, 'vote 2', 7)).toEqual(draft('x'))
})

test.each(['{', '3', '[{"userId":7}]', '[{"userId":7,"place":"vote 1","content":"x","quote":3}]'])(
  'what another version stored is no draft: %s',
  (text) => {
    const { preferences } = memory({ reply_drafts: text })
    expect(loadReplyDraft(preferences, 'vote 1', 7)).toBeNull()
  },
)

test('a refused text says so', () => {
  const { preferences } = memory()
  const full = { ...preferences, write: () => false }
  expect(saveReplyDraft(full, 'vote 1', 7, draft('a'))).toBe(false)
})

test('a quote is cut to what is shown of it', () => {
  const author = { id: 1, nickname: 'Mina', uniqueCode: 'ABC123' }
  expect(quoteOf({ ...author, content: 'x'.repeat(999) }).excerpt).toHaveLength(200)
})
