import { describe, expect, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import { acquireSingleInstance } from './single-instance.ts'

class App extends EventEmitter {
  readonly claimed: string[] = []
  isPackaged = true
  isFirst = true
  wasOpenedAtLogin = false
  requestSingleInstanceLock = () => this.isFirst
  setAppUserModelId = (id: string) => void this.claimed.push(id)
  setAsDefaultProtocolClient = (scheme: string) => this.claimed.push(scheme) > 0
  getLoginItemSettings = () => ({
    openAtLogin: true,
    status: 'enabled' as const,
    wasOpenedAtLogin: this.wasOpenedAtLogin,
    executableWillLaunchAtLogin: true,
    launchItems: [],
  })
}

const claim = (app: App, system: string, ...args: string[]) =>
  acquireSingleInstance({ app, system, argv: ['/opt/tidemark', ...args] })

describe('single instance', () => {
  test('a second process registers and subscribes to nothing', () => {
    const app = new App()
    app.isFirst = false
    expect(claim(app, 'linux')).toBeNull()
    expect([app.claimed, app.eventNames()]).toEqual([[], []])
  })

  test.each([
    ['win32', true, ['tidemark', 'app.tidemark.desktop']],
    ['linux', true, ['tidemark']],
    ['darwin', true, ['tidemark']],
    ['win32', false, ['app.tidemark.desktop']],
  ])('on %s, installed %p, registers %j', (system, isPackaged, claimed) => {
    const app = new App()
    app.isPackaged = isPackaged
    claim(app, system)
    expect(app.claimed).toEqual(claimed)
  })

  test('closing the last window does not quit', () => {
    const app = new App()
    claim(app, 'linux')
    // Without a listener Electron quits.
    expect(app.listenerCount('window-all-closed')).toBe(1)
  })

  test.each([
    ['linux', ['--hidden'], false, 0],
    ['win32', ['--hidden'], false, 0],
    ['darwin', [], true, 0],
    ['darwin', [], false, 1],
    ['linux', [], true, 1],
  ])(
    'on %s with %j, opened at login %p, shows %d windows',
    (system, args, wasOpenedAtLogin, count) => {
      const app = new App()
      app.wasOpenedAtLogin = wasOpenedAtLogin
      let shown = 0
      claim(app, system, ...args)?.begin(() => shown++)
      expect(shown).toBe(count)
    },
  )
})
