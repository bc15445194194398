import { expect, test } from 'bun:test'
import { votePreview } from './vote-preview.ts'

test('a call that nobody may see has the general title and description', async () => {
  const preview = await votePreview(async () => undefined, 7, 'en-US')
  expect(preview.title).toBe('Tidemark')
  expect(preview.description).toStartWith('A call of the BTC/USDT price')
})
