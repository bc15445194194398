import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { within } from '#tests/support/eventually.ts'

/** Runs a part in a process with handlers and a timer, as the desktop app leaves them on the stand-in. */
async function runPart(run: string) {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-parts-'))
  const script = `
    const { runParts } = await import('#tests/load/run-parts.ts')
    process.chdir(${JSON.stringify(folder)})
    process.on('uncaughtException', () => {})
    process.on('unhandledRejection', () => {})
    setInterval(() => {}, 1000)
    await runParts([{ name: 'one', run: ${run} }], [])
  `
  const child = Bun.spawn([process.execPath, '--no-env-file', '-e', script], {
    cwd: new URL('../..', import.meta.url).pathname,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const code = await within(child.exited, 'the process ends').finally(() => child.kill('SIGKILL'))
  rmSync(folder, { recursive: true })
  const [out, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { code, out, errors }
}

test('a part that fails ends the process, although errors are handled and something is open', async () => {
  const { code, errors } = await runPart(
    "() => Promise.reject(new Error('the place never showed it'))",
  )
  expect(code).toBe(1)
  expect(errors).toContain('the place never showed it')
})

test('the last part ends the process, although something is open', async () => {
  const { code, out } = await runPart('async () => []')
  expect(code).toBe(0)
  expect(out).toContain('0 rows, 0 short of their bar; written to')
})
