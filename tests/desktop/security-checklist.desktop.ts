import { beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FuseV1Options } from '@electron/fuses'
import type { Page } from 'playwright'
import { fuses } from '#build/package/fuses.mjs'
import { fromRoot, packageJson } from '#build/setup/project.mjs'
import { START_TIMEOUT_MS } from '#tests/browser/support/time-limits.ts'
import type { RunningApp } from './stand-in/start.ts'
import { popupDetails } from './support/desktop-site.ts'
import { setUpDesktopSite } from './support/set-up-desktop-site.ts'

const site = setUpDesktopSite()
let app: RunningApp
let page: Page
beforeAll(async () => {
  // All windows, as in a downloaded app.
  site.profile.write('settings', { isMiniOpen: true })
  site.profile.write('windows', { isChartOpen: true })
  app = await site.start({ profile: site.profile.folder, isPackaged: true })
  page = await app.page()
  await page.locator('main').waitFor()
}, START_TIMEOUT_MS)

const windows = () => app.electron.BrowserWindow.getAllWindows()
const preferences = () => windows().map(({ options }) => options.webPreferences ?? {})
const session = () => app.world.sessions.of('')

/** One test per item of Electron's security checklist, on the options that the app passed. */
describe("Electron's security checklist", () => {
  test('0. all windows are checked', () => {
    expect(windows()).toHaveLength(3)
    expect(windows().map(({ webContents }) => webContents.getURL())).toEqual([
      'app://tidemark/',
      'app://tidemark/mini',
      'app://tidemark/chart',
    ])
  })

  test('1. only secure content is loaded: the windows show only the app bundle', async () => {
    for (const { webContents } of windows()) {
      expect(webContents.getURL()).toStartWith('app://tidemark/')
    }
    const [scheme] = app.world.protocols.privileged
    expect(scheme?.privileges?.secure).toBe(true)
    expect(scheme?.privileges?.bypassCSP ?? false).toBe(false)
    const scripts = await page.evaluate(() => [...document.scripts].map(({ src }) => src))
    expect(scripts.every((src) => src.startsWith('http://tidemark.localhost/'))).toBe(true)
  })

  test('2. no window, frame or worker has Node integration', async () => {
    for (const one of preferences()) {
      expect(one.nodeIntegration).toBe(false)
      expect(one.nodeIntegrationInWorker).toBe(false)
      expect(one.nodeIntegrationInSubFrames).toBe(false)
    }
    const known = await page.evaluate(() =>
      ['require', 'process', 'module', 'Buffer'].filter((name) => name in window),
    )
    expect(known).toEqual([])
  })

  test('3. the preload is isolated from the page', () => {
    expect(preferences().map(({ contextIsolation }) => contextIsolation)).toEqual([
      true,
      true,
      true,
    ])
  })

  test('4. every renderer is sandboxed', () => {
    expect(preferences().map(({ sandbox }) => sandbox)).toEqual([true, true, true])
    expect(app.electron.app.registrations).toContainEqual({ what: 'enableSandbox', args: [] })
    const switches = app.electron.app.registrations.filter(({ what }) =>
      what.startsWith('commandLine'),
    )
    expect(JSON.stringify(switches)).not.toMatch(/no-sandbox|disable-web-security/)
  })

  test('5. permission requests are handled, and nearly all denied', () => {
    const { permissionRequest, permissionCheck, devicePermission } = session()
    expect(permissionRequest).not.toBeNull()
    expect(permissionCheck).not.toBeNull()
    expect(devicePermission).not.toBeNull()
    const allowed = (origin: string) =>
      PERMISSIONS.filter((name) =>
        Reflect.apply(permissionCheck ?? Boolean, null, [null, name, origin, {}]),
      )
    expect(allowed('app://tidemark/')).toEqual(['clipboard-sanitized-write', 'fullscreen'])
    expect(allowed('https://www.youtube-nocookie.com/')).toEqual(['fullscreen'])
    expect(allowed('https://elsewhere.example/')).toEqual([])
    for (const name of ['media', 'geolocation', 'notifications', 'openExternal']) {
      expect(requested(name, 'app://tidemark/')).toBe(false)
    }
    expect(requested('clipboard-sanitized-write', 'app://tidemark/')).toBe(true)
  })

  test('6. the same-origin policy is enabled', () => {
    expect(preferences().map(({ webSecurity }) => webSecurity)).toEqual([true, true, true])
  })

  test('7. every page has a strict content security policy', async () => {
    for (const path of ['/', '/mini', '/chart', '/vote', '/no-such-screen']) {
      const answer = await app.world.protocols.answer(`app://tidemark${path}`, {})
      const policy = answer?.headers['content-security-policy'] ?? ''
      expect(policy).toContain("default-src 'self'")
      expect(policy).toContain("object-src 'none'")
      expect(policy).toContain("base-uri 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain(`connect-src 'self' ${site.server.url}`)
      expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|\*/)
    }
    const ran = await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.ranInline = true'
      document.body.append(script)
      // In a separate task: evaluated test code bypasses the policy.
      return new Promise((resolve) =>
        setTimeout(() => {
          try {
            resolve(`${Reflect.get(window, 'ranInline')} ${new Function('return 1')()}`)
          } catch (error) {
            resolve(`${Reflect.get(window, 'ranInline')} ${error instanceof Error && error.name}`)
          }
        }),
      )
    })
    expect(ran).toBe('undefined EvalError')
    app.world.pages.errors.splice(0)
  })

  test('8. insecure content is blocked', () => {
    expect(
      preferences().map(({ allowRunningInsecureContent }) => allowRunningInsecureContent),
    ).toEqual([false, false, false])
  })

  test('9. no experimental feature is enabled', () => {
    expect(preferences().map(({ experimentalFeatures }) => experimentalFeatures)).toEqual([
      false,
      false,
      false,
    ])
  })

  test('10. no Blink feature is enabled by name', () => {
    expect(preferences().map(({ enableBlinkFeatures }) => enableBlinkFeatures)).toEqual([
      undefined,
      undefined,
    ])
  })

  test('11. and 12. webviews are disabled, and creating one is blocked', () => {
    expect(preferences().map(({ webviewTag }) => webviewTag)).toEqual([false, false, false])
    for (const { webContents } of windows()) {
      const event = { defaultPrevented: false, preventDefault: () => {} }
      event.preventDefault = () => {
        event.defaultPrevented = true
      }
      webContents.emit(
        'will-attach-webview',
        event,
        { nodeIntegration: true },
        { src: 'https://elsewhere.example' },
      )
      expect(event.defaultPrevented).toBe(true)
    }
  })

  test('13. navigation is limited in every window', () => {
    for (const { webContents } of windows()) {
      for (const name of ['will-navigate', 'will-frame-navigate', 'will-redirect']) {
        expect(webContents.listenerCount(name)).toBeGreaterThan(0)
      }
    }
  })

  test('14. pages cannot open windows', () => {
    for (const { webContents } of windows()) {
      expect(webContents.openHandler?.(popupDetails('https://elsewhere.example/'))).toEqual({
        action: 'deny',
      })
      expect(webContents.openHandler?.(popupDetails('app://tidemark/vote'))).toEqual({
        action: 'deny',
      })
      expect(webContents.openHandler?.(popupDetails('about:blank'))).toEqual({ action: 'deny' })
    }
  })

  test('15. only links with known schemes are opened in the system', async () => {
    const [window] = windows()
    app.shell.opened.splice(0)
    const bad = [
      'file:///etc/passwd',
      'javascript:alert(1)',
      'smb://host/x',
      'ms-msdt:/id',
      'vscode://x',
      'data:text/html,x',
      'https://user:word@elsewhere.example/',
    ]
    for (const url of bad) window?.webContents.openHandler?.(popupDetails(url))
    expect(app.shell.opened).toEqual([])
  })

  test('16. Electron is pinned to one exact version of a supported line', () => {
    expect(packageJson.devDependencies.electron).toMatch(/^4[5-9]\.\d+\.\d+$/)
  })

  test('17. every channel validates its sender: a foreign page is rejected', async () => {
    const channels = app.world.ipcMain.channels()
    expect(channels.length).toBeGreaterThan(0)
    const foreign = {
      sender: {},
      senderFrame: { url: 'https://elsewhere.example/', origin: 'https://elsewhere.example' },
    }
    for (const channel of channels) {
      await expect(app.world.ipcMain.answer(foreign, channel, [])).rejects.toThrow('UNKNOWN_WINDOW')
    }
  })

  test('18. pages use the app scheme, never file:', async () => {
    expect(app.world.protocols.privileged.map(({ scheme }) => scheme)).toEqual(['app'])
    for (const path of [
      '/../main/index.js',
      '/..%2fmain%2findex.js',
      '/%2e%2e/main/index.js',
      '/%2Fetc%2Fpasswd.txt',
    ]) {
      const answer = await app.world.protocols.answer(`app://tidemark${path}`, {})
      expect(answer?.body.includes('app.tidemark.desktop') || answer?.body.includes('root:')).toBe(
        false,
      )
    }
    expect((await app.world.protocols.answer('app://elsewhere/', {}))?.status).toBe(404)
  })

  test('19. every fuse is set, and the dangerous ones are off', () => {
    const options = Object.values(FuseV1Options).filter((option) => typeof option === 'number')
    expect(options.length).toBeGreaterThan(8)
    for (const option of options) expect(fuses[option]).toBeBoolean()
    expect(fuses.strictlyRequireAllFuses).toBe(true)
    expect(fuses[FuseV1Options.RunAsNode]).toBe(false)
    expect(fuses[FuseV1Options.EnableNodeOptionsEnvironmentVariable]).toBe(false)
    expect(fuses[FuseV1Options.EnableNodeCliInspectArguments]).toBe(false)
    expect(fuses[FuseV1Options.GrantFileProtocolExtraPrivileges]).toBe(false)
    expect(fuses[FuseV1Options.OnlyLoadAppFromAsar]).toBe(true)
    expect(fuses[FuseV1Options.EnableEmbeddedAsarIntegrityValidation]).toBe(true)
  })

  test('20. the bridge exposes the calls of the contract and no Electron API', async () => {
    const shown = await page.evaluate(() =>
      Object.entries(window.tidemark ?? {}).map(([name, value]) => `${name}: ${typeof value}`),
    )
    expect(shown).toEqual(['call: function', 'on: function'])
    const unknown = await page.evaluate(async () => {
      const call = window.tidemark?.call
      const outcome: unknown = call && Reflect.apply(call, null, ['shell:open', '/etc/passwd'])
      return Promise.resolve(outcome).then(String, (error: Error) => error.message)
    })
    expect(unknown).toContain("No handler registered for 'shell:open'")
    const preload = readFileSync(fromRoot('out', 'preload', 'index.cjs'), 'utf8')
    expect(preload.match(/require\([^)]*\)/g)).toEqual(['require("electron")'])
  })

  test('a downloaded app has no developer tools and no source maps', () => {
    expect(preferences().map(({ devTools }) => devTools)).toEqual([false, false, false])
    const sources = readdirSync(fromRoot('out', 'main')).filter((name) => name.endsWith('.map'))
    expect(sources).toEqual([])
    expect(existsSync(join(fromRoot('out', 'preload'), 'index.cjs.map'))).toBe(false)
  })

  test('a built app knows no development server', () => {
    const names = readdirSync(fromRoot('out', 'main')).filter((name) => name.endsWith('.js'))
    const code = names.map((name) => readFileSync(fromRoot('out', 'main', name), 'utf8'))
    expect(code.filter((text) => text.includes('nonce-development'))).toEqual([])
  })
})

const PERMISSIONS = [
  'clipboard-read',
  'clipboard-sanitized-write',
  'display-capture',
  'fullscreen',
  'geolocation',
  'hid',
  'idle-detection',
  'keyboardLock',
  'media',
  'mediaKeySystem',
  'midi',
  'midiSysex',
  'notifications',
  'openExternal',
  'pointerLock',
  'serial',
  'speaker-selection',
  'storage-access',
  'unknown',
  'usb',
  'window-management',
]

/** Whether a page is granted a requested permission. */
function requested(permission: string, requestingUrl: string): boolean | undefined {
  let answer: boolean | undefined
  const { permissionRequest } = session()
  Reflect.apply(permissionRequest ?? Boolean, null, [
    null,
    permission,
    (isGiven: boolean) => {
      answer = isGiven
    },
    { requestingUrl, isMainFrame: true },
  ])
  return answer
}
