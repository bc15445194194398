import { at, type Screen } from '#build/screens/screen.ts'

export const homeScreens: Screen[] = [
  { name: 'home', viewer: 'guest', path: at('/'), moreWidths: [320, 3840] },
  { name: 'home-signed-in', viewer: 'voter', path: at('/'), moreWidths: [320] },
  {
    name: 'home-details',
    viewer: 'guest',
    path: at('/'),
    arrange: async (page) => {
      await page.locator('article').nth(1).getByRole('button').click()
      await page.getByRole('dialog').waitFor()
    },
    isWindow: true,
  },
  {
    name: 'settings',
    viewer: 'guest',
    path: at('/'),
    arrange: async (page) => {
      await page
        .getByRole('banner')
        .getByRole('button', { name: /Settings|설정/ })
        .click()
      await page.getByRole('dialog').waitFor()
    },
    isWindow: true,
  },
]
