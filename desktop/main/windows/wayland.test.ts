import { expect, test } from 'bun:test'
import { isWaylandClient } from './wayland.ts'

const commandLine = (platform?: string) => ({
  hasSwitch: (name: string) => name === 'ozone-platform' && platform !== undefined,
  getSwitchValue: () => platform ?? '',
})
const wayland = { XDG_SESSION_TYPE: 'wayland', WAYLAND_DISPLAY: 'wayland-0' }

test.each([
  ['linux', wayland, undefined, true],
  ['linux', wayland, 'auto', true],
  ['linux', wayland, 'x11', false],
  ['linux', { XDG_SESSION_TYPE: 'x11' }, undefined, false],
  ['linux', { XDG_SESSION_TYPE: 'x11' }, 'wayland', true],
  ['linux', { XDG_SESSION_TYPE: 'wayland' }, undefined, false],
  ['linux', {}, undefined, false],
  ['darwin', wayland, undefined, false],
  ['win32', wayland, 'wayland', false],
] as const)('detects Wayland on %s, %j, --ozone-platform=%s: %p', (system, env, platform, is) => {
  expect(isWaylandClient({ system, env, commandLine: commandLine(platform) })).toBe(is)
})
