import { describe, expect, test } from 'bun:test'
import { type DraftKey, type DraftOwner, draftToOffer } from './draft.ts'

const savedAt = '2026-11-20T01:02:03.000Z'
const kept = (userId: unknown, content: unknown, at: unknown = savedAt) =>
  JSON.stringify({ userId, content, savedAt: at })

const cases: [name: string, key: DraftKey, kept: string, owner: DraftOwner, offered: boolean][] = [
  ['text of this user', 'post_draft_vote', kept(7, '<p>a</p>'), 7, true],
  ['text of a guest, for a guest', 'post_draft_board', kept('guest', '<p>a</p>'), 'guest', true],
  ['text of another user', 'post_draft_vote', kept(8, '<p>a</p>'), 7, false],
  ['text of a guest, for a user', 'post_draft_vote', kept('guest', '<p>a</p>'), 7, false],
  ['text of a user, for a guest', 'post_draft_vote', kept(7, '<p>a</p>'), 'guest', false],
  ['nothing', 'post_draft_vote', kept(7, ''), 7, false],
  ['empty lines', 'post_draft_board', kept(7, '<p></p><p>&nbsp;\u00a0\ufffc </p>'), 7, false],
  ['a lone picture in a vote', 'post_draft_vote', kept(7, '<img src="https://a/b">'), 7, false],
  ['a lone picture in a post', 'post_draft_board', kept(7, '<img src="https://a/b">'), 7, true],
  ['no JSON', 'post_draft_vote', 'draft', 7, false],
  ['JSON of another shape', 'post_draft_vote', '{"userId":7}', 7, false],
  ['null', 'post_draft_vote', 'null', 7, false],
  ['content that is no text', 'post_draft_vote', kept(7, 1), 7, false],
  ['no time', 'post_draft_vote', kept(7, '<p>a</p>', 'soon'), 7, false],
]

describe('a kept draft', () => {
  for (const [name, key, text, owner, offered] of cases) {
    test(`${name}: ${offered ? 'offered' : 'discarded'}`, () => {
      expect(draftToOffer(key, text, owner) !== null).toBe(offered)
    })
  }
})
