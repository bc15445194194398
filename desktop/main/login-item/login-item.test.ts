import { afterEach, beforeEach, expect, mock, test } from 'bun:test'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LoginItemSettings, Settings } from 'electron'
import fc from 'fast-check'
import { programOf, WINDOWS_EXECUTABLE } from '#tests/support/desktop/windows-command-line.ts'
import { desktopEntry } from './autostart.ts'
import { createLoginItem, isHiddenStart } from './login-item.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-login-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const noSettings: LoginItemSettings = {
  openAtLogin: false,
  wasOpenedAtLogin: false,
  status: 'not-registered',
  executableWillLaunchAtLogin: false,
  launchItems: [],
}

/** A login item on a fake system. */
function createFixture(system: string, { isPackaged = true, appImage = '' } = {}) {
  const executable = system === 'win32' ? WINDOWS_EXECUTABLE : '/opt/Tidemark/tidemark'
  let openAtLogin = false
  /** As by the task manager of Windows. */
  const state = { isDisabled: false }
  const setLoginItemSettings = mock((settings: Settings) => {
    openAtLogin = settings.openAtLogin === true
  })
  const warn = mock((_message: string, _detail?: unknown) => {})
  const app = {
    isPackaged,
    setLoginItemSettings,
    getLoginItemSettings: (item?: { path?: string }) => ({
      ...noSettings,
      openAtLogin,
      executableWillLaunchAtLogin:
        openAtLogin && !state.isDisabled && programOf(item?.path ?? '') === executable,
    }),
  }
  const log = { debug: warn, info: warn, warn, error: warn }
  const place = { configFolder: folder, executable, appImage }
  return {
    loginItem: createLoginItem({ app, system, log, ...place }),
    setLoginItemSettings,
    warn,
    state,
  }
}

const file = () => join(folder, 'autostart', 'app.tidemark.desktop.desktop')
const entry = () => readFileSync(file(), 'utf8')

test('registers the app with the hidden flag on Windows', () => {
  const { loginItem, setLoginItemSettings } = createFixture('win32')
  loginItem.set(true)
  expect(setLoginItemSettings.mock.calls).toEqual([
    [{ openAtLogin: true, path: `"${WINDOWS_EXECUTABLE}"`, args: ['--hidden'] }],
  ])
  loginItem.set(true)
  expect(setLoginItemSettings).toHaveBeenCalledTimes(1)
  loginItem.set(false)
  expect(setLoginItemSettings.mock.lastCall?.[0].openAtLogin).toBe(false)
})

test('reads what the user has changed in the system, and turns it on again', () => {
  const windows = createFixture('win32')
  windows.loginItem.set(true)
  expect(windows.loginItem.isOn()).toBe(true)
  windows.state.isDisabled = true
  expect(windows.loginItem.isOn()).toBe(false)
  windows.loginItem.set(true)
  expect(windows.setLoginItemSettings).toHaveBeenCalledTimes(2)

  const { loginItem } = createFixture('linux')
  expect(loginItem.isOn()).toBe(false)
  loginItem.set(true)
  expect(loginItem.isOn()).toBe(true)
  for (const off of ['X-GNOME-Autostart-enabled=false', 'Hidden=true']) {
    writeFileSync(file(), `${entry().replace(/^X-GNOME.*$/m, off)}`)
    expect(loginItem.isOn()).toBe(false)
    loginItem.set(true)
    expect(loginItem.isOn()).toBe(true)
  }
  expect(createFixture('linux', { isPackaged: false }).loginItem.isOn()).toBeNull()
})

test('passes only the on/off state on macOS', () => {
  const { loginItem, setLoginItemSettings } = createFixture('darwin')
  loginItem.set(false)
  loginItem.set(true)
  expect(setLoginItemSettings.mock.calls).toEqual([[{ openAtLogin: true }]])
})

test('writes an autostart file on Linux and removes it when turned off', () => {
  const { loginItem } = createFixture('linux')
  loginItem.set(true)
  expect(entry()).toContain('\nExec="/opt/Tidemark/tidemark" --hidden\n')
  // The entry of an uninstalled app is ignored.
  expect(entry()).toContain('\nTryExec=/opt/Tidemark/tidemark\n')
  const { mtimeMs } = statSync(file())
  loginItem.set(true)
  expect(statSync(file()).mtimeMs).toBe(mtimeMs)
  expect(readdirSync(join(folder, 'autostart'))).toHaveLength(1)
  loginItem.set(false)
  loginItem.set(false)
  expect(existsSync(file())).toBe(false)
})

test('starts an AppImage by its file, not by its mount point', () => {
  const { loginItem } = createFixture('linux', {
    appImage: '/home/mina/Apps/Tidemark 1.0.AppImage',
  })
  loginItem.set(true)
  expect(entry()).toContain('\nExec="/home/mina/Apps/Tidemark 1.0.AppImage" --hidden\n')
})

test('refresh updates the path of a moved app and does not turn the item on', () => {
  createFixture('linux').loginItem.refresh()
  expect(existsSync(file())).toBe(false)

  createFixture('linux').loginItem.set(true)
  writeFileSync(file(), entry().replace('enabled=true', 'enabled=false'))
  createFixture('linux', { appImage: '/new/$1.AppImage' }).loginItem.refresh()
  expect(entry()).toContain('\nTryExec=/new/$1.AppImage\nExec="/new/\\\\$1.AppImage" --hidden\n')
  expect(entry()).toContain('X-GNOME-Autostart-enabled=false')

  const { loginItem, setLoginItemSettings } = createFixture('win32')
  loginItem.refresh()
  expect(setLoginItemSettings).not.toHaveBeenCalled()
})

test('changes nothing for an app that is not installed', () => {
  for (const system of ['linux', 'win32', 'darwin']) {
    const { loginItem, setLoginItemSettings } = createFixture(system, { isPackaged: false })
    loginItem.set(true)
    loginItem.refresh()
    expect(setLoginItemSettings).not.toHaveBeenCalled()
  }
  expect(readdirSync(folder)).toEqual([])
})

test('logs a write error', () => {
  writeFileSync(join(folder, 'autostart'), 'a file where a folder has to be')
  const { loginItem, warn } = createFixture('linux')
  loginItem.set(true)
  expect(warn).toHaveBeenCalledTimes(1)
})

/** Parses an Exec line by the desktop entry specification: escapes, quotes, then %. */
function binOf(text: string): string {
  const value = text.match(/^Exec=(.*)$/m)?.[1] ?? ''
  const unescaped = value.replace(/\\\\/g, '\\')
  const quoted = unescaped.match(/^"((?:\\.|[^"\\])*)" --hidden$/)?.[1] ?? ''
  return quoted.replace(/\\(["`$\\])/g, '$1').replaceAll('%%', '%')
}

test('escapes any path', () => {
  const odd = fc.string({ unit: fc.constantFrom(...'ab \'"`$\\%;&|한글=#') })
  fc.assert(
    fc.property(odd, (rest) => {
      expect(binOf(desktopEntry(`/opt/${rest}`))).toBe(`/opt/${rest}`)
    }),
  )
})

test('detects a hidden start by the flag, on macOS by the system', () => {
  const appWith = (wasOpenedAtLogin: boolean) => ({
    getLoginItemSettings: () => ({ ...noSettings, wasOpenedAtLogin }),
  })
  const argv = ['/opt/tidemark', '--hidden']
  expect(isHiddenStart({ app: appWith(false), system: 'linux', argv })).toBe(true)
  expect(isHiddenStart({ app: appWith(true), system: 'win32', argv: [] })).toBe(false)
  expect(isHiddenStart({ app: appWith(true), system: 'darwin', argv: [] })).toBe(true)
  expect(isHiddenStart({ app: appWith(false), system: 'darwin', argv: ['/Applications'] })).toBe(
    false,
  )
})
