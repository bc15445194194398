import type { Page } from 'playwright'
import { at, type Screen } from '#build/screens/screen.ts'
import { DEFAULT_SETTINGS, type DesktopSettings, MINI_SIZES } from '#desktop/bridge/settings.ts'
import { installBridge, sessionOf } from '#tests/browser/support/fake-bridge.ts'

/** Makes the page a window of the desktop app, with the site's live stream; a guest's without a name. */
async function asWindow(page: Page, name?: string, part: Partial<DesktopSettings> = {}) {
  const url = new URL(page.url()).origin
  await installBridge(
    page,
    { url },
    {
      hasStream: true,
      update: '1.3.0',
      settings: { ...DEFAULT_SETTINGS, ...part },
      ...(name !== undefined && { session: await sessionOf({ url }, name) }),
    },
  )
}

/** Sizes of the window in desktop/main/windows/mini-window.ts. */
const MINI_WINDOWS = {
  small: { width: 360, height: 40 },
  medium: { width: 280, height: 136 },
  large: { width: 340, height: 250 },
}

const tickers = MINI_SIZES.map(
  (miniSize): Screen => ({
    name: `desktop-mini-${miniSize}`,
    viewer: 'guest',
    path: at('/mini'),
    prepare: (page, { voter }) => asWindow(page, voter, { miniSize }),
    arrange: (page) => page.getByText(/^(Your call|내 예측)$/).waitFor({ state: 'attached' }),
    isWindow: true,
    onlySize: MINI_WINDOWS[miniSize],
  }),
)

const NIGHTS = { isOn: true, from: '22:00', to: '06:30', days: [1, 2, 3, 4, 5] }

export const desktopScreens: Screen[] = [
  ...tickers,
  {
    name: 'desktop-vote',
    viewer: 'guest',
    path: at('/vote/now/up'),
    prepare: (page) => asWindow(page, 'Caller from the tray'),
    arrange: (page) => page.getByRole('button', { name: /^(Call it|예측하기)/ }).waitFor(),
    isWindow: true,
    onlySize: { width: 400, height: 260 },
  },
  {
    name: 'desktop-chart',
    viewer: 'guest',
    path: at('/chart'),
    prepare: (page, { voter }) => asWindow(page, voter),
    arrange: (page) => page.locator('canvas').first().waitFor(),
    isWindow: true,
    onlySize: { width: 900, height: 620 },
  },
  ...(
    [
      ['desk', { width: 1440, height: 860 }],
      ['calls', { width: 620, height: 380 }],
      ['rounds', { width: 480, height: 760 }],
      ['live', { width: 400, height: 720 }],
    ] as const
  ).map(
    ([panel, onlySize]): Screen => ({
      name: `desktop-panel-${panel}`,
      viewer: 'guest',
      path: at(`/window/${panel}`),
      prepare: (page, { voter }) => asWindow(page, voter),
      arrange: (page) => page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' }),
      isWindow: true,
      onlySize,
    }),
  ),
  {
    name: 'desktop-votes',
    viewer: 'guest',
    path: at('/vote'),
    prepare: (page, { voter }) => asWindow(page, voter),
    arrange: (page) => page.locator('canvas').first().waitFor(),
    isWindow: true,
    onlySize: { width: 1180, height: 820 },
  },
  {
    name: 'desktop-chart-smallest',
    viewer: 'guest',
    path: at('/chart'),
    prepare: (page) => asWindow(page),
    arrange: (page) => page.locator('canvas').first().waitFor(),
    isWindow: true,
    onlySize: { width: 440, height: 400 },
  },
  ...(
    [
      ['alerts', /^(Alerts|알림)$/],
      ['mini', /^(Mini ticker|미니 시세창)$/],
      ['app', /^(This app|이 앱)$/],
      ['shortcuts', /^(Shortcuts in every program|모든 프로그램에서 쓰는 단축키)$/],
    ] as const
  ).map(
    ([name, group]): Screen => ({
      name: `desktop-settings-${name}`,
      viewer: 'guest',
      path: at('/'),
      prepare: (page) => asWindow(page, undefined, { miniHiddenHours: NIGHTS }),
      arrange: async (page) => {
        await page
          .getByRole('banner')
          .getByRole('button', { name: /Settings|설정/ })
          .click()
        const section = page.getByRole('group', { name: group })
        await section.waitFor()
        await section.evaluate((element) => element.scrollIntoView())
      },
      isWindow: true,
    }),
  ),
  {
    name: 'desktop-login',
    viewer: 'guest',
    path: at('/login'),
    prepare: (page) => asWindow(page),
    arrange: async (page) => {
      await page.getByRole('main').getByRole('button').click()
      await page.getByText(/Continue in your browser|브라우저에서 계속해/).waitFor()
    },
  },
]
