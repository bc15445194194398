import type { Page } from 'playwright'
import type { Answers } from '#desktop/bridge/bridge.fixture.ts'
import type { DesktopBridge, DesktopEvents, EventName } from '#desktop/bridge/contract.ts'
import { DEFAULT_SETTINGS } from '#desktop/bridge/settings.ts'
import type { Renewal, SignInOutcome, StartInfo } from '#desktop/bridge/shapes.ts'
import { signInQuickly } from './session.ts'
import type { OpenedPage, Site, SitePageOptions } from './site.ts'
import { visit } from './until-ready.ts'

/** Options of the fake main process. */
export interface BridgeOptions extends Partial<StartInfo> {
  /** Result of renewing the session; `unreachable` by default. */
  renewal?: Renewal
  /** Forwards the API's live stream to the window, like the main process. */
  hasStream?: boolean
  /** The API is unreachable from the start. */
  isApiUnreachable?: boolean
  /** A global shortcut that the system refuses. */
  takenShortcut?: string
  /** Saving settings fails. */
  rejectsSettings?: boolean
}

/** The test's end of the bridge. */
interface FakeBridge {
  /** The window's calls, as `name argument`. */
  calls: string[]
  emit(name: string, payload: unknown): void
  /** Ends the oldest sign-in attempt. */
  endSignIn(outcome: SignInOutcome): void
}

declare global {
  interface Window {
    fake: FakeBridge
  }
}

/** Runs in the page before its own script, so it cannot use anything of this module. */
function install({ start, options }: { start: StartInfo; options: BridgeOptions }): void {
  const listeners = new Map<string, Set<(payload: never) => void>>()
  const emit = (name: string, payload: unknown) => {
    for (const listener of listeners.get(name) ?? []) Reflect.apply(listener, null, [payload])
  }
  const calls: string[] = []
  const attempts: ((outcome: SignInOutcome) => void)[] = []
  const record = (...words: unknown[]) => {
    calls.push(
      words.map((word) => (typeof word === 'string' ? word : JSON.stringify(word))).join(' '),
    )
  }
  let settings = start.settings
  const done = () => null
  const attempt = () => {
    attempts.shift()?.('replaced')
    return new Promise<SignInOutcome>((resolve) => attempts.push(resolve))
  }
  const answers: Answers = {
    'app:start': () => start,
    'session:sign-in': attempt,
    'session:link': attempt,
    'session:cancel': () => {
      attempts.shift()?.('cancelled')
      return null
    },
    'session:renew': () => options.renewal ?? { status: 'unreachable' },
    'stream:join': () => {
      if (!options.hasStream) {
        emit('stream:update', {
          type: 'link',
          link: options.isApiUnreachable ? 'offline' : 'polling',
        })
        return null
      }
      const socket = new WebSocket(`${start.apiOrigin.replace('http', 'ws')}/api/v1/stream`)
      socket.onmessage = ({ data }) => emit('stream:update', JSON.parse(data))
      return null
    },
    'settings:write': (part) => {
      if (options.rejectsSettings) throw new Error('refused')
      const isTaken = part.globalShortcut === (options.takenShortcut ?? '')
      settings = { ...settings, ...part, ...(isTaken && { globalShortcut: null }) }
      emit('settings:changed', settings)
      return settings
    },
    'session:adopt': done,
    'session:end': done,
    'stream:wake': done,
    'stream:votes': done,
    'stream:thread': done,
    'window:open': done,
    'window:panel': done,
    'update:install': done,
  }
  const bridge: DesktopBridge = {
    async call(name, ...args) {
      if (name === 'session:renew') record(name, args[0] === '' ? 'unknown' : 'known')
      else if (name === 'session:adopt') record(name)
      else if (name !== 'app:start') record(name, ...args)
      return answers[name](...args)
    },
    on(name, listener) {
      const known = listeners.get(name) ?? new Set()
      listeners.set(name, known.add(listener))
      return () => {
        known.delete(listener)
      }
    },
  }
  window.tidemark = bridge
  window.fake = { calls, emit, endSignIn: (outcome) => attempts.shift()?.(outcome) }
}

export const GUEST: StartInfo['session'] = {
  isSignedIn: false,
  accessToken: null,
  tokenStorage: 'keychain',
}

/** The session of a signed-in person. */
export async function sessionOf(
  site: Pick<Site, 'url'>,
  name: string,
): Promise<StartInfo['session']> {
  const { token } = await signInQuickly(site.url, name)
  return { isSignedIn: true, accessToken: token, tokenStorage: 'keychain' }
}

/** Makes a page act as a window of the desktop app from its next navigation on. */
export async function installBridge(
  page: Page,
  site: Pick<Site, 'url'>,
  options: BridgeOptions = {},
) {
  const start: StartInfo = {
    apiOrigin: site.url,
    version: '1.2.3',
    system: 'linux',
    isWayland: false,
    settings: DEFAULT_SETTINGS,
    session: GUEST,
    marketSnapshot: null,
    update: null,
    expiry: null,
    ...options,
  }
  await page.addInitScript(install, { start, options })
}

/** Opens a window of the desktop app at a path. */
export async function openDesktopWindow(
  site: Site,
  options: BridgeOptions = {},
  { path = '/', ...pageOptions }: SitePageOptions = {},
): Promise<OpenedPage> {
  const opened = await site.open({ ...pageOptions, path: '/icon.svg' })
  if (options.isApiUnreachable) await opened.page.route('**/api/v1/**', (route) => route.abort())
  await installBridge(opened.page, site, options)
  await visit(opened.page, site.url + path)
  return opened
}

/** The bridge calls of the window so far. */
export const bridgeCalls = (page: Page): Promise<string[]> => page.evaluate(() => window.fake.calls)

/** Emits an event of the main process. */
export async function emit<Name extends EventName>(
  page: Page,
  name: Name,
  payload: DesktopEvents[Name],
): Promise<void> {
  const event: { name: string; payload: unknown } = { name, payload }
  await page.evaluate(({ name, payload }) => window.fake.emit(name, payload), event)
}

/** Ends the current sign-in attempt. */
export async function endSignIn(page: Page, outcome: SignInOutcome): Promise<void> {
  await page.evaluate((end) => window.fake.endSignIn(end), outcome)
}
