import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Frame, Page } from 'playwright'
import { CHANNELS } from '#desktop/bridge/contract.ts'
import { START_TIMEOUT_MS } from '#tests/browser/support/time-limits.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { RunningApp } from './stand-in/start.ts'
import { popupDetails } from './support/desktop-site.ts'
import { setUpDesktopSite } from './support/set-up-desktop-site.ts'

// The page reports the form that its policy blocks.
const site = setUpDesktopSite({ expectedErrors: /form-action/ })
/** Shared by the tests that leave the app unchanged. */
let shared: RunningApp
let app: RunningApp
let page: Page
beforeAll(async () => {
  shared = await site.start()
}, START_TIMEOUT_MS)
beforeEach(async () => {
  app = shared
  page = await app.page()
  await page.goto(HOME)
  await page.locator('main').waitFor()
  for (const list of [app.shell.opened, app.world.pages.popups, app.world.pages.errors]) {
    list.splice(0)
  }
})

/** A separate app for tests that open links, since the app limits how often links open. */
async function startFreshApp(): Promise<void> {
  app = await site.start()
  page = await app.page()
  await page.locator('main').waitFor()
}

const HOME = 'http://tidemark.localhost/'

/** Adds a link to the page, as a post may contain, and clicks it. */
async function follow(href: string, target = ''): Promise<void> {
  await page.evaluate(
    ([href, target]) => {
      const link = document.createElement('a')
      Object.assign(link, { href, target, id: 'planted', textContent: 'planted' })
      link.style.setProperty('position', 'fixed')
      link.style.setProperty('inset', '0 auto auto 0')
      link.style.setProperty('z-index', '99')
      document.body.append(link)
    },
    [href, target] as const,
  )
  await page.locator('#planted').click({ force: true, noWaitAfter: true })
}

/** Verifies that nothing opened and the page stayed where it was. */
async function stayed(): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
  expect(page.url()).toBe(HOME)
  expect(app.electron.BrowserWindow.getAllWindows()).toHaveLength(1)
}

describe('a link', () => {
  test.each(['', '_blank'])(
    'to another site opens in the system browser (target "%s")',
    async (target) => {
      await startFreshApp()
      await follow('https://elsewhere.example/page?a=1', target)
      await eventually(() => app.shell.opened.length > 0)
      expect(app.shell.opened).toEqual(['https://elsewhere.example/page?a=1'])
      await stayed()
    },
  )

  test.each([
    'file:///etc/passwd',
    'smb://host/share',
    'app://elsewhere/',
    'app://tidemark.elsewhere.example/',
    'https://name:word@elsewhere.example/',
    'data:text/html,<script>1</script>',
    'javascript:void(document.title="ran")',
  ])('to %s opens nothing', async (href) => {
    await follow(href)
    await stayed()
    expect(app.shell.opened).toEqual([])
    expect(await page.title()).not.toBe('ran')
  })

  test('is blocked when a script or a form navigates to another server', async () => {
    await startFreshApp()
    await page.evaluate(() => {
      location.href = 'https://elsewhere.example/by-script'
    })
    await eventually(() => app.shell.opened.length > 0)
    await page.evaluate(() => {
      const form = document.createElement('form')
      Object.assign(form, { action: 'https://elsewhere.example/form', method: 'post' })
      document.body.append(form)
      form.submit()
    })
    await stayed()
    expect(app.shell.opened).toEqual(['https://elsewhere.example/by-script'])
  })
})

describe('window.open', () => {
  test('opens no window for any address', async () => {
    await startFreshApp()
    for (const url of ['https://elsewhere.example/', 'about:blank', `${HOME}vote`, '']) {
      await page.evaluate((url) => void window.open(url, '_blank', 'width=300'), url)
    }
    await eventually(() => app.world.pages.popups.length === 4)
    expect(app.world.pages.popups.map(({ isAllowed }) => isAllowed)).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect(app.shell.opened).toEqual(['https://elsewhere.example/'])
    await stayed()
    await eventually(() => page.context().pages().length === 1)
  })

  test('called a hundred times opens one link in the system browser', async () => {
    await startFreshApp()
    const [window] = app.electron.BrowserWindow.getAllWindows()
    for (let at = 0; at < 100; at++) {
      window?.webContents.openHandler?.(popupDetails(`https://elsewhere.example/${at}`))
    }
    expect(app.shell.opened).toEqual(['https://elsewhere.example/0'])
  })
})

describe('a redirect', () => {
  test('to another site is blocked', () => {
    const [window] = app.electron.BrowserWindow.getAllWindows()
    const events = ['https://elsewhere.example/', 'app://elsewhere/', 'app://tidemark/vote'].map(
      (url) => {
        const event = { url, isMainFrame: true, isHeld: false, preventDefault: () => {} }
        event.preventDefault = () => {
          event.isHeld = true
        }
        window?.webContents.emit('will-redirect', event, url)
        return event.isHeld
      },
    )
    expect(events).toEqual([true, true, false])
  })
})

describe('a frame', () => {
  /** Adds a frame without the page's content policy, as if the policy had failed. */
  async function plant(src: string): Promise<Frame | undefined> {
    await page.evaluate((src) => {
      const frame = document.createElement('iframe')
      frame.src = src
      document.body.append(frame)
    }, src)
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)))
    return page.frames().find((frame) => frame !== page.mainFrame())
  }

  test('of a foreign site is blocked by the policy and by the app', async () => {
    await plant('https://elsewhere.example/')
    expect(app.world.pages.errors.join()).toContain('frame-src')
    const [window] = app.electron.BrowserWindow.getAllWindows()
    const held = [
      'https://elsewhere.example/',
      'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ',
    ].map((url) => {
      const event = { url, isMainFrame: false, isHeld: false, preventDefault: () => {} }
      event.preventDefault = () => {
        event.isHeld = true
      }
      window?.webContents.emit('will-frame-navigate', event)
      return event.isHeld
    })
    expect(held).toEqual([true, false])
    expect(app.shell.opened).toEqual([])
  })

  test('has no bridge, and its calls are rejected on every channel', async () => {
    const frame = await plant('about:blank')
    expect(await frame?.evaluate(() => 'tidemark' in window)).toBe(false)
    for (const channel of Object.keys(CHANNELS)) {
      expect(await forge(frame, channel, [])).toBe(refusal(channel, 'WRONG_FRAME'))
    }
  })
})

describe('an IPC call', () => {
  test('on an unknown channel is rejected', async () => {
    for (const channel of [
      'app:quit',
      'shell:open',
      'constructor',
      '__proto__',
      'session:refresh-token',
    ]) {
      expect(await forge(page.mainFrame(), channel, [])).toContain('No handler registered')
    }
  })

  test('of a library has no listener, and a message named "error" raises nothing', async () => {
    expect(app.electron.ipcMain.eventNames()).toEqual(['error'])
    const sent = await page.evaluate(
      (name) => Reflect.get(globalThis, name)('send', 'error', []).catch(String),
      app.world.names.forge,
    )
    expect(sent).toBeUndefined()
  })

  test('with invalid arguments is rejected', async () => {
    const refused = await Promise.all(
      BAD_ARGUMENTS.map(([channel, args]) => forge(page.mainFrame(), channel, args)),
    )
    expect(refused).toEqual(BAD_ARGUMENTS.map(([channel]) => refusal(channel, 'BAD_ARGUMENTS')))
  })

  test("from the app's page is accepted", async () => {
    const start = await page.evaluate(() => window.tidemark?.call('app:start'))
    expect(start?.apiOrigin).toBe(site.server.url)
    expect(JSON.stringify(start)).not.toContain('refresh')
  })
})

const BAD_ARGUMENTS: [channel: string, args: unknown[]][] = [
  ['app:start', [1]],
  ['session:sign-in', []],
  ['session:sign-in', ['fr-FR', 'local']],
  ['session:sign-in', ['ko-KR', 'local', 'more']],
  ['session:renew', [null]],
  ['session:renew', ['x'.repeat(9000)]],
  ['session:adopt', [{}]],
  ['settings:write', [{ isMuted: 'yes' }]],
  ['settings:write', [{ unknown: true }]],
  ['settings:write', [{ levels: [{ price: '1e5', note: '', isOnce: false, sound: 'default' }] }]],
  ['window:open', ['//elsewhere.example']],
  ['window:open', ['https://elsewhere.example']],
  ['window:open', ['/\\elsewhere.example']],
]

const refusal = (channel: string, why: string) =>
  `Error: Error invoking remote method '${channel}': Error: ${why}`

/** Calls a channel without the bridge, like a compromised renderer; returns the error or the reply. */
async function forge(frame: Frame | undefined, channel: string, args: unknown[]): Promise<unknown> {
  return frame?.evaluate(
    ([name, channel, args]) => Reflect.get(globalThis, name)('invoke', channel, args).catch(String),
    [app.world.names.forge, channel, args] as const,
  )
}
