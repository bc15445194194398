import { expect, mock, test } from 'bun:test'
import { enableSandbox } from './sandbox.ts'

test.each([
  ['linux', [], true],
  ['linux', ['no-sandbox'], false],
  // Nothing but the user adds the switch there, and the system can always sandbox.
  ['win32', ['no-sandbox'], true],
  ['darwin', ['no-sandbox'], true],
])('on %s with the switches %p renderers are sandboxed: %p', (system, switches, isSandboxed) => {
  const enable = mock(() => {})
  const commandLine = { hasSwitch: (name: string) => switches.includes(name) }
  expect(enableSandbox({ app: { enableSandbox: enable, commandLine }, system })).toBe(isSandboxed)
  expect(enable).toHaveBeenCalledTimes(isSandboxed ? 1 : 0)
})
