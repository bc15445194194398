import { expect, test } from 'bun:test'
import { isWaylandClient } from './environment.ts'

const commandLine = (platform?: string) => ({
  hasSwitch: (name: string) => name === 'ozone-platform' && platform !== undefined,
  getSwitchValue: () => platform ?? '',
})
const nothing = { sessionType: undefined, waylandDisplay: undefined }
const wayland = { sessionType: 'wayland', waylandDisplay: 'wayland-0' }

test.each([
  ['linux', wayland, undefined, true],
  ['linux', wayland, 'auto', true],
  ['linux', wayland, 'x11', false],
  ['linux', { sessionType: 'x11' }, undefined, false],
  ['linux', { sessionType: 'x11' }, 'wayland', true],
  ['linux', { sessionType: 'wayland' }, undefined, false],
  ['linux', {}, undefined, false],
  ['darwin', wayland, undefined, false],
  ['win32', wayland, 'wayland', false],
] as const)(
  'detects Wayland on %s, %j, --ozone-platform=%s: %p',
  (system, session, platform, is) => {
    expect(
      isWaylandClient({ ...nothing, ...session, system, commandLine: commandLine(platform) }),
    ).toBe(is)
  },
)
