import { afterEach, beforeEach, describe, expect, jest, mock, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import { type Environment, RESTARTED } from '#desktop/main/environment.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import { showUpdateCheck } from './update-dialog.ts'
import {
  startUpdates,
  type UpdateCheck,
  type UpdateOutcome,
  type Updater,
  type UpdaterLogger,
} from './updater.ts'

/** A fake electron-updater; like the real one, setting a channel allows downgrades. */
class FakeUpdater extends EventEmitter implements Updater {
  autoDownload = false
  autoInstallOnAppQuit = false
  allowDowngrade = false
  disableWebInstaller = false
  logger: UpdaterLogger | null = null
  chosen: string | null = null
  reply: () => Promise<UpdateCheck | null> = async () => offer('1.0.0', false)
  checkForUpdates = mock(() => this.reply())
  quitAndInstall = mock((_isSilent?: boolean, _isForceRunAfter?: boolean) => {
    calls.push('install', ...Object.keys(env))
  })
  get channel() {
    return this.chosen
  }
  set channel(value) {
    this.chosen = value
    this.allowDowngrade = true
  }
}

const offer = (version: string, isUpdateAvailable = true): UpdateCheck => ({
  isUpdateAvailable,
  updateInfo: { version },
})

let updater: FakeUpdater
let lines: string[]
const write = (message: string, detail?: unknown) => {
  lines.push(`${message}: ${String(detail)}`)
}
const log = { debug: write, info: write, warn: write, error: write }
const onReady = mock((_version: string) => {})
const load = mock(async () => updater)
/** Squirrel. */
let nativeUpdater: EventEmitter
/** Calls in their order. */
let calls: string[]
let env: Environment
const app = {
  quit: () => void calls.push('quit'),
  relaunch: (options?: { execPath?: string }) =>
    void calls.push('relaunch', ...Object.keys(env), ...Object.values(options ?? {})),
  releaseSingleInstanceLock: () => void calls.push('release'),
}

beforeEach(() => {
  jest.useFakeTimers()
  updater = new FakeUpdater()
  nativeUpdater = new EventEmitter()
  calls = []
  env = {}
  lines = []
  onReady.mockClear()
  load.mockClear()
})
afterEach(() => jest.useRealTimers())

const start = (more = {}) =>
  startUpdates({
    load,
    isPackaged: true,
    installsAtQuit: true,
    system: 'linux',
    nativeUpdater,
    app,
    env,
    log,
    onReady,
    ...more,
  })
/** Flushes microtasks without advancing timers. */
const settled = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

test('does not load the updater in an app that is not installed', async () => {
  const updates = start({ isPackaged: false })
  jest.advanceTimersByTime(24 * HOUR_MS)
  expect(await updates.check()).toEqual({ status: 'off' })
  updates.install()
  updates.stop()
  expect(load).not.toHaveBeenCalled()
})

test('checks at start and every four hours until stopped', async () => {
  const updates = start()
  await settled()
  expect(updater.checkForUpdates).toHaveBeenCalledTimes(1)
  for (let turn = 0; turn < 3; turn++) {
    jest.advanceTimersByTime(4 * HOUR_MS)
    await settled()
  }
  expect(updater.checkForUpdates).toHaveBeenCalledTimes(4)
  expect(load).toHaveBeenCalledTimes(1)

  updates.stop()
  jest.advanceTimersByTime(24 * HOUR_MS)
  await settled()
  expect(updater.checkForUpdates).toHaveBeenCalledTimes(4)
  expect(updater.eventNames()).toEqual([])
})

test('downloads automatically, installs on quit and never downgrades', async () => {
  start()
  await settled()
  expect(updater).toMatchObject({
    autoDownload: true,
    autoInstallOnAppQuit: true,
    allowDowngrade: false,
    disableWebInstaller: true,
    chosen: 'latest',
  })
})

test('reports a downloaded update and installs it on request', async () => {
  const updates = start()
  await settled()
  updates.install()
  expect(updater.quitAndInstall).not.toHaveBeenCalled()

  updater.reply = async () => offer('1.1.0')
  expect(await updates.check()).toEqual({ status: 'found', version: '1.1.0' })
  expect(updates.ready()).toBeNull()
  updater.emit('update-downloaded', { version: '1.1.0' })
  expect(onReady.mock.calls).toEqual([['1.1.0']])
  expect(updates.ready()).toBe('1.1.0')
  expect(await updates.check()).toEqual({ status: 'ready', version: '1.1.0' })
  updates.install()
  expect(calls).toEqual(['quit'])
  updates.endQuit()
  // Another process would end while this one holds the lock.
  expect(calls).toEqual(['quit', 'release', 'install', RESTARTED])
  expect(updater.quitAndInstall.mock.calls).toEqual([[true, true]])
})

test('a quit without a request, or whose request was called off, restarts nothing', async () => {
  const updates = start()
  await settled()
  updater.emit('update-downloaded', { version: '1.1.0' })
  updates.endQuit()
  updates.install()
  updates.cancelInstall()
  updates.endQuit()
  expect(calls).toEqual(['quit', 'quit', 'quit'])
})

const appImage = import.meta.path
test.each([
  ['an installer on Windows', {}, ['relaunch', RESTARTED]],
  ['an AppImage', { APPIMAGE: appImage }, ['relaunch', 'APPIMAGE', RESTARTED, appImage]],
  ['an AppImage that is gone', { APPIMAGE: `${appImage}.gone` }, []],
])('a requested installation that fails starts the app again: %s', async (_, given, restart) => {
  Object.assign(env, given)
  const updates = start()
  await settled()
  updater.emit('update-downloaded', { version: '1.1.0' })
  updater.quitAndInstall.mockImplementationOnce(() => {
    updater.emit('error', new Error('EACCES: permission denied'))
  })
  updates.install()
  updates.stop()
  updates.endQuit()
  expect(calls).toEqual(['quit', 'release', ...restart, 'quit'])
  // A second attempt at the end of this quit would start the app, too.
  expect(updater.autoInstallOnAppQuit).toBe(false)
})

describe('on macOS', () => {
  test('an update is ready once its signature is checked', async () => {
    const updates = start({ system: 'darwin' })
    await settled()
    updater.emit('update-downloaded', { version: '1.1.0' })
    expect(updates.ready()).toBeNull()
    expect(onReady).not.toHaveBeenCalled()
    nativeUpdater.emit('update-downloaded')
    expect(updates.ready()).toBe('1.1.0')
    expect(onReady.mock.calls).toEqual([['1.1.0']])
    updates.stop()
    expect(nativeUpdater.eventNames()).toEqual([])
  })

  test('one that Squirrel refuses is not announced, nor downloaded again', async () => {
    const updates = start({ system: 'darwin' })
    await settled()
    updater.reply = async () => offer('1.1.0')
    updater.emit('update-downloaded', { version: '1.1.0' })
    updater.emit('error', new Error('Code signature at URL file:///x did not pass validation'))
    expect(onReady).not.toHaveBeenCalled()
    expect(updater.autoDownload).toBe(false)
    expect(await updates.check()).toEqual({ status: 'manual', version: '1.1.0' })
    updates.install()
    expect(calls).toEqual([])
  })

  test('an error of a later check leaves an accepted update ready', async () => {
    const updates = start({ system: 'darwin' })
    await settled()
    updater.emit('update-downloaded', { version: '1.1.0' })
    nativeUpdater.emit('update-downloaded')
    updater.emit('error', new Error('offline'))
    expect(updates.ready()).toBe('1.1.0')
    expect(updater.autoDownload).toBe(true)
  })

  test('an error before the download is complete changes nothing', async () => {
    const updates = start({ system: 'darwin' })
    await settled()
    updater.emit('error', new Error('offline'))
    expect(updater.autoDownload).toBe(true)
    updater.emit('update-downloaded', { version: '1.1.0' })
    nativeUpdater.emit('update-downloaded')
    expect(updates.ready()).toBe('1.1.0')
  })
})

test('a package does not install at quit, which would ask for a password', async () => {
  const updates = start({ installsAtQuit: false })
  await settled()
  expect(updater.autoInstallOnAppQuit).toBe(false)
  expect(updates.installsAtQuit).toBe(false)
})

test('a package is installed at the end of the quit, which a page can call off more than once', async () => {
  const updates = start({ installsAtQuit: false })
  await settled()
  updater.emit('update-downloaded', { version: '1.1.0' })
  updates.install()
  expect(calls).toEqual(['quit'])
  updates.cancelInstall()
  updates.install()
  updates.stop()
  updates.endQuit()
  expect(calls).toEqual(['quit', 'quit', 'release', 'install', RESTARTED])
})

test('the app comes back as it was when the system refuses a package', async () => {
  const updates = start({ installsAtQuit: false })
  await settled()
  updater.emit('update-downloaded', { version: '1.1.0' })
  updater.quitAndInstall.mockImplementationOnce(() => {
    updater.emit('error', new Error('Command pkexec exited with code 126'))
  })
  updates.install()
  updates.stop()
  updates.endQuit()
  expect(calls).toEqual(['quit', 'release', 'relaunch', RESTARTED, 'quit'])
  expect(lines.at(-1)).toContain('pkexec')
})

test('reports a copy that cannot be updated', async () => {
  updater.reply = async () => null
  expect(await start().check()).toEqual({ status: 'off' })
})

test('logs failures without URLs', async () => {
  const address = 'https://user:hunter2@updates.example/latest.yml?key=abc'
  updater.reply = async () => {
    throw new Error(`404 "method: GET url: ${address}"\nHeaders: {"set-cookie": "hunter2"}`)
  }
  const updates = start()
  expect(await updates.check()).toEqual({ status: 'failed' })
  updater.emit('error', new Error(`cannot download ${address}`))
  updater.logger?.error(`Error: cannot parse ${address}`)
  updater.logger?.info(`Found version at ${address}`)
  expect(lines).toHaveLength(5)
  expect(lines.join()).not.toMatch(/hunter2|abc|updates\.example/)

  updater.reply = async () => offer('1.0.0', false)
  jest.advanceTimersByTime(4 * HOUR_MS)
  expect(await updates.check()).toEqual({ status: 'current' })
})

test('handles the rejection of a failed download', async () => {
  const downloadPromise = Promise.reject(new Error('cut off'))
  updater.reply = async () => ({ ...offer('1.1.0'), downloadPromise })
  expect(await start().check()).toEqual({ status: 'found', version: '1.1.0' })
})

test('retries a failed load of the updater', async () => {
  load.mockImplementationOnce(() => Promise.reject(new Error('no file')))
  const updates = start()
  await settled()
  expect(await updates.check()).toEqual({ status: 'current' })
  expect(load).toHaveBeenCalledTimes(2)
})

test('adds no listeners when stopped while loading', async () => {
  const updates = start()
  updates.stop()
  await settled()
  expect(updater.eventNames()).toEqual([])
  expect(updater.checkForUpdates).not.toHaveBeenCalled()
  expect(await updates.check()).toEqual({ status: 'off' })
})

const outcomes: [UpdateOutcome, string, string][] = [
  [{ status: 'current' }, 'This is the newest version.', '최신 버전을 사용 중입니다.'],
  [
    { status: 'found', version: '1.1.0' },
    'Version 1.1.0 is being downloaded. You will be notified when it is ready.',
    '1.1.0 버전을 내려받고 있습니다. 준비되면 알려 드릴게요.',
  ],
  [
    { status: 'ready', version: '1.1.0' },
    'Version 1.1.0 is ready.',
    '1.1.0 버전이 준비되었습니다.',
  ],
  [{ status: 'failed' }, 'Could not look for updates.', '업데이트를 확인하지 못했습니다.'],
  [
    { status: 'off' },
    'Automatic updates are off for this copy.',
    '이 앱은 자동 업데이트가 꺼져 있습니다.',
  ],
  [
    { status: 'manual', version: '1.1.0' },
    'Version 1.1.0 is available.',
    '1.1.0 버전이 나왔습니다.',
  ],
]

test.each(outcomes)('the dialog shows the outcome: %p', async (outcome, english, korean) => {
  const showMessageBox = mock(async (_: { message: string }) => ({ response: 0 }))
  const install = mock(() => {})
  const openWebsite = mock(() => {})
  const updates = { check: async () => outcome, install, installsAtQuit: true }
  for (const locale of ['en-US', 'ko-KR'] as const) {
    await showUpdateCheck({ updates, showMessageBox, locale, openWebsite })
  }
  expect(showMessageBox.mock.calls.map(([{ message }]) => message)).toEqual([english, korean])
  expect(install).toHaveBeenCalledTimes(outcome.status === 'ready' ? 2 : 0)
  expect(openWebsite).toHaveBeenCalledTimes(outcome.status === 'manual' ? 2 : 0)
})

const ready = {
  check: async () => ({ status: 'ready', version: '2' }) as const,
  installsAtQuit: true,
}

test('names the password that a package needs', async () => {
  const showMessageBox = mock(async (_: { detail?: string }) => ({ response: 0 }))
  const updates = { ...ready, install() {}, installsAtQuit: false }
  await showUpdateCheck({ updates, showMessageBox, locale: 'en-US', openWebsite() {} })
  expect(showMessageBox.mock.calls[0]?.[0].detail).toContain('administrator’s password')
})

test('does not install when the user chooses later', async () => {
  const install = mock(() => {})
  const updates = { ...ready, install }
  const showMessageBox = async () => ({ response: 1 })
  await showUpdateCheck({ updates, showMessageBox, locale: 'en-US', openWebsite() {} })
  expect(install).not.toHaveBeenCalled()
})
