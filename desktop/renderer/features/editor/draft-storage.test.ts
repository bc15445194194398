import { describe, expect, test } from 'bun:test'
import { createStore } from 'zustand/vanilla'
import type { Preferences } from '#desktop/renderer/platform/platform.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time.ts'
import {
  type DraftSubject,
  expireEdits,
  loadDraft,
  otherNote,
  removeDraft,
  saveDraft,
} from './draft-storage.ts'

const savedAt = '2026-11-20T01:02:03.000Z'
const now = Date.parse(savedAt)
const json = (userId: unknown, content: unknown, at: unknown = savedAt, more = {}) =>
  JSON.stringify({ userId, content, savedAt: at, ...more })

function memory(entries: Record<string, string> = {}): Preferences & { entries: typeof entries } {
  return {
    entries,
    read: (key) => entries[key] ?? null,
    write(key, value) {
      entries[key] = value
      return true
    },
    remove(key) {
      delete entries[key]
    },
    onExternalChange: () => () => {},
  }
}

const newVote: DraftSubject = { kind: 'vote', postId: null }
const newPost: DraftSubject = { kind: 'board', postId: null }
const picture = '<img src="https://a/b">'

const cases: [name: string, subject: DraftSubject, stored: string, isRestorable: boolean][] = [
  ['text of this user', newVote, json(7, '<p>a</p>'), true],
  ['text of another user', newVote, json(8, '<p>a</p>'), false],
  ['text of a guest', newPost, json('guest', '<p>a</p>'), false],
  ['nothing', newVote, json(7, ''), false],
  ['empty lines', newPost, json(7, '<p></p><p>&nbsp;\u00a0\ufffc </p>'), false],
  ['a lone picture in a vote', newVote, json(7, picture), true],
  ['a lone picture in a post', newPost, json(7, picture), true],
  ['a lone direction', newVote, json(7, '', savedAt, { choice: 'down' }), true],
  ['a direction that does not exist', newVote, json(7, '', savedAt, { choice: 'left' }), false],
  ['no JSON', newVote, 'draft', false],
  ['JSON of another shape', newVote, '{"userId":7}', false],
  ['null', newVote, 'null', false],
  ['content that is no text', newVote, json(7, 1), false],
  ['no time', newVote, json(7, '<p>a</p>', 'soon'), false],
]

describe('the draft of a new text', () => {
  for (const [name, subject, stored, isRestorable] of cases) {
    test(`${name}: ${isRestorable ? 'restorable' : 'discarded'}`, () => {
      const key = `post_draft_${subject.kind}`
      const preferences = memory({ [key]: stored })
      expect(loadDraft(preferences, subject, 7, now) !== null).toBe(isRestorable)
      expect(key in preferences.entries).toBe(isRestorable)
    })
  }

  test('is stored with its direction under the specified key and removed', () => {
    const preferences = memory()
    const draft = { userId: 7, content: '<p>a</p>', savedAt, choice: 'down' as const }
    saveDraft(preferences, newVote, draft)
    expect(JSON.parse(preferences.entries.post_draft_vote ?? '')).toEqual(draft)
    expect(loadDraft(preferences, newVote, 7, now)).toEqual(draft)
    removeDraft(preferences, newVote, 7)
    expect(preferences.entries).toEqual({})
  })
})

describe('the note of another window', () => {
  test.each([
    ['a note that this window has not seen', json(7, '<p>a</p>'), '<p>a</p>'],
    ['the note of this window', json(7, '<p>known</p>'), null],
    ['a direction alone', json(7, '<p></p>', savedAt, { choice: 'up' }), null],
    ['the note of somebody else', json(8, '<p>a</p>'), null],
  ])('%s', (_name, stored, expected) => {
    const preferences = memory({ post_draft_vote: stored })
    expect(otherNote(preferences, newVote, 7, { known: '<p>known</p>', now })).toBe(expected)
  })
})

describe('the draft of an edit', () => {
  const edit = (postId: number, kind: 'vote' | 'board' = 'vote'): DraftSubject => ({ kind, postId })
  const draftOf = (userId: number, content: string, at = savedAt) => ({
    userId,
    content,
    savedAt: at,
  })

  test('belongs to one user and one text', () => {
    const preferences = memory()
    saveDraft(preferences, edit(1), { ...draftOf(7, '<p>a</p>'), choice: 'up' })
    saveDraft(preferences, edit(1, 'board'), { ...draftOf(7, '<p>b</p>'), priority: '5' })
    saveDraft(preferences, edit(1), draftOf(8, '<p>c</p>'))
    saveDraft(preferences, edit(1), { ...draftOf(7, ''), choice: 'down' })
    expect(loadDraft(preferences, edit(1), 7, now)).toEqual({ ...draftOf(7, ''), choice: 'down' })
    expect(loadDraft(preferences, edit(1, 'board'), 7, now)).toMatchObject({ priority: '5' })
    expect(loadDraft(preferences, edit(2), 7, now)).toBeNull()
    expect(loadDraft(preferences, edit(1), 9, now)).toBeNull()

    removeDraft(preferences, edit(1), 7)
    expect(loadDraft(preferences, edit(1), 7, now)).toBeNull()
    expect(loadDraft(preferences, edit(1), 8, now)?.content).toBe('<p>c</p>')
  })

  test('is dropped when there are many newer ones', () => {
    const preferences = memory()
    saveDraft(preferences, edit(1), draftOf(7, 'old'))
    for (let id = 2; id < 30; id++) saveDraft(preferences, edit(id), draftOf(7, 'new'))
    expect(loadDraft(preferences, edit(1), 7, now)).toBeNull()
    expect(loadDraft(preferences, edit(9), 7, now)).toBeNull()
    expect(loadDraft(preferences, edit(10), 7, now)).not.toBeNull()
  })

  test('is not restored after a day', () => {
    const preferences = memory()
    saveDraft(preferences, edit(1), draftOf(7, 'a'))
    expect(loadDraft(preferences, edit(1), 7, now + DAY_MS - 1)).not.toBeNull()
    expect(loadDraft(preferences, edit(1), 7, now + DAY_MS)).toBeNull()
  })

  test('is removed after a day by the clock of the server, also while the page stays open', () => {
    const preferences = memory()
    saveDraft(preferences, edit(1), draftOf(7, 'a'))
    saveDraft(preferences, edit(2), draftOf(7, 'b', new Date(now + HOUR_MS).toISOString()))
    const stored = () =>
      [1, 2].filter((id) => preferences.entries.post_draft_edits?.includes(`"postId":${id}`))
    const seconds = createStore(() => now)
    let isSynced = false
    expireEdits({ platform: { preferences }, clock: { isSynced: () => isSynced }, seconds })
    seconds.setState(now + 9 * DAY_MS, true)
    expect(stored()).toEqual([1, 2])
    isSynced = true
    seconds.setState(now + DAY_MS - 1, true)
    expect(stored()).toEqual([1, 2])
    seconds.setState(now + DAY_MS + HOUR_MS - 1, true)
    expect(stored()).toEqual([2])
    seconds.setState(now + DAY_MS + 2 * HOUR_MS, true)
    expect(preferences.entries).toEqual({})
  })

  test.each(['[1]', '{}', 'draft', '[{"userId":7}]'])('ignores a malformed entry: %s', (text) => {
    const preferences = memory({ post_draft_edits: text })
    expect(loadDraft(preferences, edit(1), 7, now)).toBeNull()
    expect(saveDraft(preferences, edit(1), draftOf(7, 'a'))).toBe(true)
    expect(loadDraft(preferences, edit(1), 7, now)?.content).toBe('a')
  })
})
