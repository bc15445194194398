import { expect, test } from 'bun:test'
import { within } from '#tests/support/eventually.ts'

const SCRIPT = `
  const { runParts } = await import('#tests/load/run-parts.ts')
  // As the desktop app does on the stand-in for Electron.
  process.on('uncaughtException', () => {})
  process.on('unhandledRejection', () => {})
  setInterval(() => {}, 1000)
  const run = () => Promise.reject(new Error('the place never showed it'))
  await runParts([{ name: 'broken', run }], [])
`

test('a part that fails ends the process, although errors are handled and something is open', async () => {
  const child = Bun.spawn([process.execPath, '--no-env-file', '-e', SCRIPT], {
    cwd: new URL('../..', import.meta.url).pathname,
    stderr: 'pipe',
  })
  const code = await within(child.exited, 'the process ends').finally(() => child.kill('SIGKILL'))
  expect(code).toBe(1)
  expect(await new Response(child.stderr).text()).toContain('the place never showed it')
})
