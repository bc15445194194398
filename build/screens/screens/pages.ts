import { at, type Screen } from '#build/screens/screen.ts'

export const pageScreens: Screen[] = [
  { name: 'login', viewer: 'guest', path: at('/login') },
  { name: 'profile', viewer: 'voter', path: at('/profile') },
  {
    name: 'profile-nickname',
    viewer: 'voter',
    path: at('/profile'),
    arrange: async (page) => {
      await page.getByRole('table').getByRole('button').first().click()
      await page.getByRole('table').getByRole('textbox').press('Enter')
    },
  },
  { name: 'donation', viewer: 'guest', path: at('/donation') },
  { name: 'terms', viewer: 'guest', path: at('/terms'), isWindow: true },
  { name: 'privacy', viewer: 'guest', path: at('/privacy'), isWindow: true },
]
