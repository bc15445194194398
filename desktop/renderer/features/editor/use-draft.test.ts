import { describe, expect, test } from 'bun:test'
import { type DraftKey, type DraftOwner, restorableDraft } from './use-draft.ts'

const savedAt = '2026-11-20T01:02:03.000Z'
const stored = (userId: unknown, content: unknown, at: unknown = savedAt) =>
  JSON.stringify({ userId, content, savedAt: at })

const cases: [
  name: string,
  key: DraftKey,
  stored: string,
  owner: DraftOwner,
  isRestorable: boolean,
][] = [
  ['text of this user', 'post_draft_vote', stored(7, '<p>a</p>'), 7, true],
  ['text of a guest, for a guest', 'post_draft_board', stored('guest', '<p>a</p>'), 'guest', true],
  ['text of another user', 'post_draft_vote', stored(8, '<p>a</p>'), 7, false],
  ['text of a guest, for a user', 'post_draft_vote', stored('guest', '<p>a</p>'), 7, false],
  ['text of a user, for a guest', 'post_draft_vote', stored(7, '<p>a</p>'), 'guest', false],
  ['nothing', 'post_draft_vote', stored(7, ''), 7, false],
  ['empty lines', 'post_draft_board', stored(7, '<p></p><p>&nbsp;\u00a0\ufffc </p>'), 7, false],
  ['a lone picture in a vote', 'post_draft_vote', stored(7, '<img src="https://a/b">'), 7, false],
  ['a lone picture in a post', 'post_draft_board', stored(7, '<img src="https://a/b">'), 7, true],
  ['no JSON', 'post_draft_vote', 'draft', 7, false],
  ['JSON of another shape', 'post_draft_vote', '{"userId":7}', 7, false],
  ['null', 'post_draft_vote', 'null', 7, false],
  ['content that is no text', 'post_draft_vote', stored(7, 1), 7, false],
  ['no time', 'post_draft_vote', stored(7, '<p>a</p>', 'soon'), 7, false],
]

describe('a stored draft', () => {
  for (const [name, key, text, owner, isRestorable] of cases) {
    test(`${name}: ${isRestorable ? 'restorable' : 'discarded'}`, () => {
      expect(restorableDraft(key, text, owner) !== null).toBe(isRestorable)
    })
  }
})
