import type { Page } from 'playwright'
import type { DesktopBridge } from '#desktop/bridge/bridge.ts'
import type { DesktopEvents, EventName } from '#desktop/bridge/contract.ts'
import type { Renewal, SignInOutcome, StartInfo } from '#desktop/bridge/shapes.ts'
import { signInQuickly } from './session.ts'
import type { OpenedPage, Site, SitePageOptions } from './site.ts'

/** What a test may wish of the main process. */
export interface Wish extends Partial<StartInfo> {
  /** What renewing the session comes to; `unreachable` by default. */
  renewal?: Renewal
  /** The live stream of the API reaches the window, as it would by the main process. */
  hasStream?: boolean
  /** The API cannot be reached from the start. */
  isApiAway?: boolean
  /** Settings are refused. */
  refusesSettings?: boolean
}

/** The test's end of the bridge. */
interface FakeBridge {
  /** What the window asked for, as `name argument`. */
  calls: string[]
  tell(name: string, news: unknown): void
  /** Ends the oldest attempt to sign in that is under way. */
  endSignIn(outcome: SignInOutcome): void
}

declare global {
  interface Window {
    fake: FakeBridge
  }
}

/** Runs in the page before its own script: it may use nothing from out here. */
function install({ start, wish }: { start: StartInfo; wish: Wish }): void {
  const listeners = new Map<string, Set<(news: never) => void>>()
  const on =
    <Name extends EventName>(name: Name) =>
    (listener: (news: DesktopEvents[Name]) => void) => {
      const known = listeners.get(name) ?? new Set()
      listeners.set(name, known.add(listener))
      return () => {
        known.delete(listener)
      }
    }
  const tell = (name: string, news: unknown) => {
    for (const listener of listeners.get(name) ?? []) Reflect.apply(listener, null, [news])
  }
  const calls: string[] = []
  const attempts: ((outcome: SignInOutcome) => void)[] = []
  const note = (...words: unknown[]) => {
    calls.push(
      words.map((word) => (typeof word === 'string' ? word : JSON.stringify(word))).join(' '),
    )
  }
  const noted =
    (name: string) =>
    async (...args: unknown[]) => {
      note(name, ...args)
      return null
    }
  let settings = start.settings
  const bridge: DesktopBridge = {
    start: async () => start,
    signIn: (locale) => {
      note('signIn', locale)
      attempts.shift()?.('replaced')
      return new Promise((resolve) => attempts.push(resolve))
    },
    cancelSignIn: async () => {
      note('cancelSignIn')
      attempts.shift()?.('cancelled')
      return null
    },
    renewSession: async (used) => {
      note('renewSession', used === '' ? 'unknown' : 'known')
      return wish.renewal ?? { status: 'unreachable' }
    },
    adoptAccess: async () => {
      note('adoptAccess')
      return null
    },
    endSession: noted('endSession'),
    joinStream: async () => {
      note('joinStream')
      if (!wish.hasStream) {
        tell('stream:update', { type: 'link', link: wish.isApiAway ? 'offline' : 'polling' })
        return null
      }
      const socket = new WebSocket(`${start.apiOrigin.replace('http', 'ws')}/api/v1/stream`)
      socket.onmessage = ({ data }) => tell('stream:update', JSON.parse(data))
      return null
    },
    wakeStream: noted('wakeStream'),
    writeSettings: async (part) => {
      note('writeSettings', part)
      if (wish.refusesSettings) throw new Error('refused')
      settings = { ...settings, ...part }
      tell('settings:changed', settings)
      return settings
    },
    openMainWindow: noted('openMainWindow'),
    installUpdate: noted('installUpdate'),
    onSession: on('session:changed'),
    onStream: on('stream:update'),
    onSettings: on('settings:changed'),
    onGo: on('window:go'),
    onUpdate: on('update:ready'),
  }
  window.tidemark = bridge
  window.fake = { calls, tell, endSignIn: (outcome) => attempts.shift()?.(outcome) }
}

const SETTINGS: StartInfo['settings'] = {
  locale: null,
  alerts: { opened: true, closing: true, settled: true, band: true, level: true },
  levelPrice: null,
  isMuted: false,
  startAtLogin: false,
  isMiniOpen: false,
}

export const GUEST: StartInfo['session'] = {
  isSignedIn: false,
  accessToken: null,
  tokenStorage: 'keychain',
}

/** The session of somebody who is signed in. */
export async function sessionOf(site: Site, name: string): Promise<StartInfo['session']> {
  const { token } = await signInQuickly(site.url, name)
  return { isSignedIn: true, accessToken: token, tokenStorage: 'keychain' }
}

/** Lets a page that has not been anywhere be a window of the desktop app from now on. */
export async function becomeWindow(page: Page, site: Pick<Site, 'url'>, wish: Wish = {}) {
  const start: StartInfo = {
    apiOrigin: site.url,
    version: '1.2.3',
    system: 'linux',
    settings: SETTINGS,
    session: GUEST,
    lastKnown: null,
    update: null,
    expiry: null,
    ...wish,
  }
  await page.addInitScript(install, { start, wish })
}

/** Opens a window of the desktop app at a path. */
export async function openWindow(
  site: Site,
  wish: Wish = {},
  { path = '/', ...options }: SitePageOptions = {},
): Promise<OpenedPage> {
  const opened = await site.open({ ...options, path: '/icon.svg' })
  if (wish.isApiAway) await opened.page.route('**/api/v1/**', (route) => route.abort())
  await becomeWindow(opened.page, site, wish)
  await opened.page.goto(site.url + path)
  return opened
}

/** What the window asked for so far. */
export const callsOf = (page: Page): Promise<string[]> => page.evaluate(() => window.fake.calls)

/** Lets the main process say something. */
export async function tell<Name extends EventName>(
  page: Page,
  name: Name,
  news: DesktopEvents[Name],
): Promise<void> {
  const event: { name: string; news: unknown } = { name, news }
  await page.evaluate(({ name, news }) => window.fake.tell(name, news), event)
}

/** Ends the attempt to sign in that is under way. */
export async function endSignIn(page: Page, outcome: SignInOutcome): Promise<void> {
  await page.evaluate((end) => window.fake.endSignIn(end), outcome)
}
