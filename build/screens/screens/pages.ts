import type { Page } from 'playwright'
import { at, type Screen } from '#build/screens/screen.ts'
import { OWN_WEEK } from '#tests/support/own-week.ts'
import { troubledStatus } from '#tests/support/status-sample.ts'

const ACCOUNT = '/settings/account'

/** Refuses the deletion, as after a sign-in of more than five minutes ago. */
const withOldSignIn = (page: Page) =>
  page.route('**/api/v1/account', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({
          status: 403,
          json: { success: false, code: 'REAUTHENTICATE', message: 'Sign in again' },
        })
      : route.fallback(),
  )

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
  { name: 'account', viewer: 'voter', path: at(ACCOUNT), moreWidths: [320] },
  {
    name: 'account-again',
    viewer: 'voter',
    path: at(ACCOUNT),
    prepare: withOldSignIn,
    arrange: async (page, { voter }) => {
      await page.getByRole('textbox').last().fill(voter)
      await page.getByRole('textbox').last().press('Enter')
      await page.getByRole('group', { name: /Confirm that it is you|본인/ }).waitFor()
    },
  },
  { name: 'notifications', viewer: 'voter', path: at('/notifications') },
  { name: 'alerts', viewer: 'voter', path: at('/settings/alerts'), moreWidths: [320] },
  { name: 'status', viewer: 'guest', path: at('/status'), moreWidths: [320, 3840] },
  {
    name: 'status-troubled',
    viewer: 'guest',
    path: at('/status'),
    prepare: (page) => {
      const json = troubledStatus(Date.parse('2026-11-21T02:30:00Z'))
      return page.route('**/api/v1/status', (route) => route.fulfill({ json }))
    },
    // The page of the server says that all works; a repeated request gets the other reply.
    arrange: (page) => page.getByText(/does not work|작동하지 않/).waitFor({ timeout: 20_000 }),
    moreWidths: [320],
  },
  { name: 'rules', viewer: 'guest', path: at('/rules'), moreWidths: [320, 3840] },
  { name: 'verify', viewer: 'guest', path: at('/verify'), moreWidths: [320] },
  { name: 'rounds', viewer: 'voter', path: at('/rounds'), moreWidths: [320, 3840] },
  { name: 'rounds-empty', viewer: 'guest', path: at('/rounds?page=99') },
  {
    name: 'round-settled',
    viewer: 'voter',
    path: (id) => id.settledRound,
    moreWidths: [320, 3840],
  },
  { name: 'round-unknown', viewer: 'guest', path: at('/rounds/2026-11-20') },
  {
    name: 'week',
    viewer: 'voter',
    path: at('/week/2026-47'),
    prepare: (page) =>
      page.route(/\/profile\/week\?/, (route) => route.fulfill({ json: OWN_WEEK })),
    moreWidths: [320, 3840],
  },
  { name: 'week-empty', viewer: 'voter', path: at('/week/2026-47') },
  { name: 'week-guest', viewer: 'guest', path: at('/week/2026-47') },
  { name: 'search', viewer: 'voter', path: at('/search?q=support'), moreWidths: [320, 3840] },
  { name: 'search-empty', viewer: 'guest', path: at('/search') },
  { name: 'search-none', viewer: 'guest', path: at('/search?q=qqqq') },
  {
    name: 'palette',
    viewer: 'voter',
    path: at('/rules'),
    isWindow: true,
    moreWidths: [320],
    arrange: async (page) => {
      await page.locator('[data-shortcut="search"]').click()
      await page.locator('[role="combobox"]').fill('su')
      await page.getByRole('option').nth(4).waitFor()
    },
  },
  {
    name: 'palette-commands',
    viewer: 'voter',
    path: at('/rules'),
    isWindow: true,
    arrange: async (page) => {
      await page.locator('[data-shortcut="search"]').click()
      await page.locator('[role="combobox"]').fill('95000')
      await page.getByRole('option').nth(1).waitFor()
    },
  },
  { name: 'donation', viewer: 'guest', path: at('/donation') },
  { name: 'terms', viewer: 'guest', path: at('/terms'), isWindow: true },
  { name: 'privacy', viewer: 'guest', path: at('/privacy'), isWindow: true },
]
