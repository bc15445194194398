import { expect, test } from 'bun:test'
import { readDoNotDisturb } from './do-not-disturb.ts'

interface Machine {
  system?: string
  desktop?: string
  /** Output by program; others are missing. */
  outputs?: Record<string, string>
}

const machine = ({ system = 'linux', desktop, outputs = {} }: Machine) => {
  const asked: string[][] = []
  const run = async (program: string, args: readonly string[]) => {
    asked.push([program, ...args])
    return outputs[program] ?? ''
  }
  const systemRoot = 'D:\\Win'
  return { asked, read: () => readDoNotDisturb({ system, desktop, systemRoot, run }) }
}

const SHELL = 'D:\\Win\\System32\\WindowsPowerShell\\v1.0\\powershell.exe'

test.each([
  ['ubuntu:GNOME', 'true\n', false],
  ['GNOME', 'false\n', true],
  ['X-Cinnamon', 'true\n', false],
  ['X-Cinnamon', 'false\n', true],
  ['MATE', 'true\n', true],
  ['MATE', 'false\n', false],
  ['GNOME', 'No such schema “org.gnome.desktop.notifications”', null],
  ['GNOME', '', null],
])('%s keeps it in a setting: %p', async (desktop, gsettings, expected) => {
  expect(await machine({ desktop, outputs: { gsettings } }).read()).toBe(expected)
})

test.each([
  [{ busctl: 'b false\n' }, false],
  [{ busctl: 'b true\n' }, true],
  [{ gdbus: '(<false>,)\n' }, false],
  [{ 'dbus-send': 'method return time=1\n   variant       boolean true\n' }, true],
  // The service has no such property.
  [{ busctl: '', gsettings: 'true\n' }, null],
])('KDE and others answer on the session bus: %j', async (outputs, expected) => {
  expect(await machine({ desktop: 'KDE', outputs }).read()).toBe(expected)
  expect(await machine({ outputs }).read()).toBe(expected)
})

test('the setting of GNOME says nothing on a desktop with notifications of its own', async () => {
  const { read } = machine({ desktop: 'Budgie:GNOME', outputs: { gsettings: 'true\n' } })
  expect(await read()).toBeNull()
})

test.each([
  ['Unrestricted\r\n', false],
  ['PriorityOnly\r\n', true],
  ['AlarmsOnly\r\n', true],
  // Windows 10.
  ['', null],
  ['\r\n', null],
])('Windows prints its notification mode: %p', async (mode, expected) => {
  const { read, asked } = machine({ system: 'win32', outputs: { [SHELL]: mode } })
  expect(await read()).toBe(expected)
  expect(asked.map(([program]) => program)).toEqual([SHELL])
})

test('macOS is not asked', async () => {
  const { read, asked } = machine({ system: 'darwin' })
  expect(await read()).toBeNull()
  expect(asked).toEqual([])
})
