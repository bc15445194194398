import type { Page } from 'playwright'
import { at, type Screen } from '#build/screens/screen.ts'
import { installBridge } from '#tests/browser/support/fake-bridge.ts'

/** Makes the page a window of the desktop app, with the site's live stream. */
const asWindow = (page: Page) =>
  installBridge(page, { url: new URL(page.url()).origin }, { hasStream: true, update: '1.3.0' })

export const desktopScreens: Screen[] = [
  {
    name: 'desktop-mini',
    viewer: 'guest',
    path: at('/mini'),
    prepare: asWindow,
    arrange: (page) => page.getByText(/^(Live|실시간)$/).waitFor(),
    isWindow: true,
    onlySize: { width: 260, height: 112 },
  },
  {
    name: 'desktop-settings',
    viewer: 'guest',
    path: at('/'),
    prepare: asWindow,
    arrange: async (page) => {
      await page
        .getByRole('banner')
        .getByRole('button', { name: /Settings|설정/ })
        .click()
      const alerts = page.getByRole('group', { name: /Alerts|알림/ })
      await alerts.waitFor()
      await alerts.evaluate((element) => element.scrollIntoView())
    },
    isWindow: true,
  },
  {
    name: 'desktop-login',
    viewer: 'guest',
    path: at('/login'),
    prepare: asWindow,
    arrange: async (page) => {
      await page.getByRole('main').getByRole('button').click()
      await page.getByText(/Continue in your browser|브라우저에서 계속해/).waitFor()
    },
  },
]
