import { at, type Screen } from '#build/screens/screen.ts'
import { write } from './votes.ts'

export const boardScreens: Screen[] = [
  { name: 'boards', viewer: 'guest', path: at('/boards/frees'), moreWidths: [320] },
  { name: 'boards-own', viewer: 'voter', path: at('/boards/frees') },
  { name: 'boards-notices', viewer: 'admin', path: at('/boards/notices') },
  { name: 'boards-empty', viewer: 'guest', path: at('/boards/suggestions?page=99') },
  { name: 'board-view', viewer: 'voter', path: (id) => `/boards/frees/view/${id.post}` },
  {
    name: 'replies-guest',
    viewer: 'guest',
    path: (id) => `/boards/suggestions/view/${id.suggestion}`,
  },
  { name: 'board-ask-login', viewer: 'guest', path: at('/boards/frees/write'), isWindow: true },
  { name: 'board-write', viewer: 'voter', path: at('/boards/frees/write'), arrange: write },
  {
    name: 'board-write-link',
    viewer: 'voter',
    path: at('/boards/suggestions/write'),
    arrange: async (page) => {
      const question = page.getByRole('dialog')
      if (await question.isVisible()) await question.getByRole('button').first().click()
      await write(page)
      await page
        .getByRole('toolbar')
        .getByLabel(/^(Link|링크)$/)
        .click()
      await page.getByRole('dialog').waitFor()
    },
    isWindow: true,
  },
  { name: 'board-edit', viewer: 'voter', path: (id) => `/boards/frees/edit/${id.post}` },
  { name: 'notice-write', viewer: 'admin', path: at('/boards/notices/write') },
]
