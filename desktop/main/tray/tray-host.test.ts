import { expect, test } from 'bun:test'
import { isTrayVisible } from './tray-host.ts'

const PID = 4_321

/** Programs with their output by method; others are missing. */
const machine = (outputs: Record<string, Record<string, string>>) => {
  const asked: string[] = []
  const run = async (program: string, args: readonly string[]) => {
    asked.push(program)
    const found = Object.entries(outputs[program] ?? {}).find(([method]) =>
      args.some((arg) => arg.includes(method)),
    )
    return found?.[1] ?? ''
  }
  const isVisible = (more: { system?: string; isWayland?: boolean; desktop?: string } = {}) =>
    isTrayVisible({ system: 'linux', isWayland: true, desktop: 'KDE', pid: PID, run, ...more })
  return { isVisible, asked }
}

const [owner, items, process] = [
  'NameHasOwner',
  'RegisteredStatusNotifierItems',
  'GetConnectionUnixProcessID',
]
const BY_NAME = 'org.freedesktop.StatusNotifierItem'

test.each([
  [{ busctl: { [owner]: 'b false\n' } }, false],
  [{ gdbus: { [owner]: '(false,)\n' } }, false],
  [{ 'dbus-send': { [owner]: 'method return time=1 sender=:1.2\n   boolean false\n' } }, false],
  // Nobody knows.
  [{ busctl: { [owner]: 'Failed to connect' } }, true],
  [{}, true],
  [{ busctl: { [owner]: 'b true\n' } }, true],
  [
    { busctl: { [owner]: 'b true\n', [items]: `as 1 "${BY_NAME}-${PID}-1/StatusNotifierItem"` } },
    true,
  ],
  [
    { gdbus: { [owner]: '(true,)\n', [items]: `(<['${BY_NAME}-${PID}-1/StatusNotifierItem']>,)` } },
    true,
  ],
  // The watcher refused it, or shows the icons of others only.
  [{ busctl: { [owner]: 'b true\n', [items]: 'as 0\n' } }, false],
  [{ busctl: { [owner]: 'b true\n', [items]: `as 1 "${BY_NAME}-${PID}0-1/Item"` } }, false],
  [{ busctl: { [owner]: 'b true\n', [items]: 'as 1 ":1.7/Item"', [process]: `u ${PID}\n` } }, true],
  [{ busctl: { [owner]: 'b true\n', [items]: 'as 1 ":1.7/Item"', [process]: 'u 7\n' } }, false],
])('asks the panel for the icon of this process: %j', async (outputs, expected) => {
  expect(await machine(outputs).isVisible()).toBe(expected)
})

test.each([
  [false, 'i3', true],
  [false, undefined, true],
  [false, 'ubuntu:GNOME', false],
  [true, 'sway', false],
])('without a watcher, Wayland %p, on %s', async (isWayland, desktop, expected) => {
  const { isVisible } = machine({ busctl: { [owner]: 'b false\n' } })
  expect(await isVisible({ isWayland, ...(desktop !== undefined && { desktop }) })).toBe(expected)
})

test('asks one program after the other, and none on other systems', async () => {
  const { isVisible, asked } = machine({ gdbus: { [owner]: '(false,)' } })
  await isVisible()
  expect(asked).toEqual(['busctl', 'gdbus'])
  for (const system of ['darwin', 'win32']) expect(await isVisible({ system })).toBe(true)
  expect(asked).toHaveLength(2)
})
