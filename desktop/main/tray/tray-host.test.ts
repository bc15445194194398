import { expect, test } from 'bun:test'
import { hasTrayHost, runProgram } from './tray-host.ts'

/** Programs with their output; others are missing. */
const machine = (outputs: Record<string, string>) => {
  const asked: string[] = []
  const run = async (program: string) => {
    asked.push(program)
    return outputs[program] ?? ''
  }
  return { run, asked }
}

test.each([
  [{ busctl: 'b true\n' }, true],
  [{ busctl: 'b false\n' }, false],
  [{ gdbus: '(true,)\n' }, true],
  [{ gdbus: '(false,)\n' }, false],
  [{ 'dbus-send': 'method return time=1 sender=:1.2\n   boolean false\n' }, false],
  // Nobody knows: the tray counts as visible, as before.
  [{ busctl: 'Failed to connect' }, true],
  [{}, true],
])('asks the session bus for a tray host: %j', async (outputs, expected) => {
  expect(await hasTrayHost('linux', machine(outputs).run)).toBe(expected)
})

test('asks one program after the other, and none on other systems', async () => {
  const { run, asked } = machine({ gdbus: '(true,)' })
  await hasTrayHost('linux', run)
  expect(asked).toEqual(['busctl', 'gdbus'])
  for (const system of ['darwin', 'win32']) expect(await hasTrayHost(system, run)).toBe(true)
  expect(asked).toHaveLength(2)
})

test('a missing or failing program gives no output', async () => {
  expect(await runProgram('tidemark-no-such-program', [])).toBe('')
  expect(await runProgram('false', [])).toBe('')
  expect(await runProgram('echo', ['b true'])).toBe('b true\n')
})
