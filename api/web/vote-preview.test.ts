import { expect, test } from 'bun:test'
import { votePostTexts } from '#shared/i18n/screens/vote-post.ts'
import { votePreview } from './vote-preview.ts'

/** Of a call without an author, who is erased. */
const readItem = async (path: string) => (path === '/votes/7/item' ? {} : undefined)

test('a call that does not exist has none', async () => {
  expect(await votePreview(readItem, 8, 'en-US')).toBeNull()
})

test('a call whose author is erased has the general title and description', async () => {
  const preview = await votePreview(readItem, 7, 'en-US')
  expect(preview?.title).toBe('Tidemark')
  expect(preview?.description).toStartWith('A call of the BTC/USDT price')
})

test('the preview explains how to read the note in the words of its page', async () => {
  const preview = await votePreview(readItem, 7, 'ko-KR')
  expect(preview?.description).toEndWith(votePostTexts['ko-KR']['gate.signIn'])
})
