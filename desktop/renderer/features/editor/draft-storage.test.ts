import { describe, expect, test } from 'bun:test'
import type { Preferences } from '#desktop/renderer/platform/platform.ts'
import { type DraftSubject, loadDraft, otherNote, removeDraft, saveDraft } from './draft-storage.ts'

const savedAt = '2026-11-20T01:02:03.000Z'
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
      expect(loadDraft(preferences, subject, 7) !== null).toBe(isRestorable)
      expect(key in preferences.entries).toBe(isRestorable)
    })
  }

  test('is stored with its direction under the specified key and removed', () => {
    const preferences = memory()
    const draft = { userId: 7, content: '<p>a</p>', savedAt, choice: 'down' as const }
    saveDraft(preferences, newVote, draft)
    expect(JSON.parse(preferences.entries.post_draft_vote ?? '')).toEqual(draft)
    expect(loadDraft(preferences, newVote, 7)).toEqual(draft)
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
    expect(otherNote(preferences, newVote, 7, '<p>known</p>')).toBe(expected)
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
    expect(loadDraft(preferences, edit(1), 7)).toEqual({ ...draftOf(7, ''), choice: 'down' })
    expect(loadDraft(preferences, edit(1, 'board'), 7)).toMatchObject({ priority: '5' })
    expect(loadDraft(preferences, edit(2), 7)).toBeNull()
    expect(loadDraft(preferences, edit(1), 9)).toBeNull()

    removeDraft(preferences, edit(1), 7)
    expect(loadDraft(preferences, edit(1), 7)).toBeNull()
    expect(loadDraft(preferences, edit(1), 8)?.content).toBe('<p>c</p>')
  })

  test('is dropped after a day, or when there are many newer ones', () => {
    const preferences = memory()
    saveDraft(preferences, edit(1), draftOf(7, 'old', '2026-11-18T01:00:00.000Z'))
    for (let id = 2; id < 30; id++) saveDraft(preferences, edit(id), draftOf(7, 'new'))
    expect(loadDraft(preferences, edit(1), 7)).toBeNull()
    expect(loadDraft(preferences, edit(9), 7)).toBeNull()
    expect(loadDraft(preferences, edit(10), 7)).not.toBeNull()
  })

  test.each(['[1]', '{}', 'draft', '[{"userId":7}]'])('ignores a malformed entry: %s', (text) => {
    const preferences = memory({ post_draft_edits: text })
    expect(loadDraft(preferences, edit(1), 7)).toBeNull()
    expect(saveDraft(preferences, edit(1), draftOf(7, 'a'))).toBe(true)
    expect(loadDraft(preferences, edit(1), 7)?.content).toBe('a')
  })
})
