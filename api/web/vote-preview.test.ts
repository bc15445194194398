import { expect, test } from 'bun:test'
import { votePostTexts } from '#shared/i18n/screens/vote-post.ts'
import { votePreview } from './vote-preview.ts'

test('a call that nobody may see has the general title and description', async () => {
  const preview = await votePreview(async () => undefined, 7, 'en-US')
  expect(preview.title).toBe('Tidemark')
  expect(preview.description).toStartWith('A call of the BTC/USDT price')
})

test('the preview says how to read the note in the words of its page', async () => {
  const preview = await votePreview(async () => undefined, 7, 'ko-KR')
  expect(preview.description).toEndWith(votePostTexts['ko-KR']['gate.signIn'])
})
