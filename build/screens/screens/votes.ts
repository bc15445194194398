import type { Page } from 'playwright'
import { at, type Screen } from '#build/screens/screen.ts'

/** Types formatted text, so that the editor is not empty. */
export async function write(page: Page): Promise<void> {
  await page.locator('main [contenteditable=true]').click()
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.type('Higher lows')
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.type(' since Monday, and funding is flat.')
}

export const voteScreens: Screen[] = [
  { name: 'votes', viewer: 'guest', path: at('/vote'), moreWidths: [320] },
  { name: 'votes-own', viewer: 'voter', path: at('/vote') },
  { name: 'votes-page-2', viewer: 'guest', path: at('/vote?page=2') },
  { name: 'vote-ask-login', viewer: 'guest', path: at('/vote/write'), isWindow: true },
  {
    name: 'vote-write',
    viewer: 'newcomer',
    path: at('/vote/write'),
    arrange: async (page) => {
      await page.getByRole('radio').first().check()
      await write(page)
    },
  },
  { name: 'vote-view-needs-vote', viewer: 'newcomer', path: (id) => `/vote/view/${id.otherVote}` },
  { name: 'vote-view-waiting', viewer: 'voter', path: (id) => `/vote/view/${id.otherVote}` },
  {
    name: 'replies-quote',
    viewer: 'voter',
    path: (id) => `/vote/view/${id.otherVote}`,
    arrange: async (page) => {
      const answer = page.getByRole('button', { name: /^(Reply to|.+에게 답글)/ }).last()
      await answer.click()
      await page.locator('main textarea').fill('What would change your mind?')
    },
    moreWidths: [320],
  },
  { name: 'vote-view-settled', viewer: 'voter', path: (id) => `/vote/view/${id.settledVote}` },
  {
    name: 'receipt',
    viewer: 'voter',
    path: (id) => `/vote/view/${id.ownVote}`,
    arrange: async (page) => {
      await page.getByRole('button', { name: /Receipt · Verify|접수증 · 확인/ }).click()
      await page
        .getByRole('status')
        .filter({ hasText: /Signed by|서명/ })
        .waitFor()
    },
  },
  { name: 'vote-edit', viewer: 'voter', path: (id) => `/vote/edit/${id.ownVote}` },
]
