import { describe, expect, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import { type Environment, RESTARTED } from '#desktop/main/environment.ts'
import {
  acquireSingleInstance,
  registerLinkScheme,
  setDevelopmentProfile,
  TOAST_ACTIVATOR,
} from './single-instance.ts'

class App extends EventEmitter {
  readonly claimed: string[] = []
  isPackaged = true
  isFirst = true
  wasOpenedAtLogin = false
  requestSingleInstanceLock = () => this.isFirst
  setAppUserModelId = (id: string) => void this.claimed.push(id)
  setToastActivatorCLSID = (id: string) => void this.claimed.push(id)
  getLoginItemSettings = () => ({
    openAtLogin: true,
    status: 'enabled' as const,
    wasOpenedAtLogin: this.wasOpenedAtLogin,
    executableWillLaunchAtLogin: true,
    launchItems: [],
  })
}

const claim = (app: App, system: string, args: string[] = [], env: Environment = {}) =>
  acquireSingleInstance({
    app,
    system,
    argv: ['/opt/tidemark', ...args],
    env,
    executable: '/electron.exe',
  })

describe('single instance', () => {
  test('a second process registers and subscribes to nothing', () => {
    const app = new App()
    app.isFirst = false
    expect(claim(app, 'linux')).toBeNull()
    expect([app.claimed, app.eventNames()]).toEqual([[], []])
  })

  test.each([
    ['win32', true, ['app.tidemark.desktop', TOAST_ACTIVATOR]],
    ['win32', false, ['/electron.exe']],
    ['linux', true, []],
    ['darwin', true, []],
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
      claim(app, system, args)?.begin(() => shown++)
      expect(shown).toBe(count)
    },
  )

  test.each(['--hidden', 'tidemark://vote/view/7'])(
    'a restart into an update shows the app, although %s is repeated, and programs do not inherit it',
    (argument) => {
      const env: Environment = { PATH: '/bin', [RESTARTED]: '1' }
      const paths: (string | undefined)[] = []
      claim(new App(), 'linux', [argument], env)?.begin((path) => paths.push(path))
      expect(paths).toEqual([undefined])
      expect(env).toEqual({ PATH: '/bin' })
    },
  )
})

test.each([
  [true, true, ['tidemark'], 0],
  [true, false, ['tidemark'], 1],
  [false, true, [], 0],
] as const)(
  'registers links, installed %p, accepted %p',
  (isPackaged, isAccepted, schemes, warnings) => {
    const registered: string[] = []
    const warned: string[] = []
    const setAsDefaultProtocolClient = (scheme: string) => registered.push(scheme) > 0 && isAccepted
    registerLinkScheme({
      app: { isPackaged, setAsDefaultProtocolClient },
      log: { warn: (message) => void warned.push(message) },
    })
    expect([registered, warned.length]).toEqual([[...schemes], warnings])
  },
)

test.each([
  ['linux', false, false, { userData: '/config/Tidemark Development' }],
  // Its logs are in ~/Library/Logs otherwise, with those of the installed app.
  [
    'darwin',
    false,
    false,
    { userData: '/config/Tidemark Development', logs: '/config/Tidemark Development/logs' },
  ],
  ['darwin', false, true, { userData: '/config/Tidemark' }],
  ['linux', true, false, { userData: '/config/Tidemark' }],
] as const)('has its own profile on %s, installed %p, chosen %p', (...row) => {
  const [system, isPackaged, isChosen, expected] = row
  const paths = { userData: '/config/Tidemark' }
  setDevelopmentProfile({
    system,
    app: {
      isPackaged,
      setAppLogsPath: (logs) => void Object.assign(paths, { logs }),
      getPath: () => paths.userData,
      setPath: (name, path) => void Object.assign(paths, { [name]: path }),
      commandLine: { hasSwitch: (name) => isChosen && name === 'user-data-dir' },
    },
  })
  expect<object>(paths).toEqual(expected)
})
