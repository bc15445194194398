import { describe, expect, test } from 'bun:test'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { testServerUrl } from '#tests/support/test-database.ts'
import { startTool, toolAddress } from './postgres-tools.ts'
import { portableScript } from './restore-script.ts'

const LINE = 'SET transaction_timeout = 0;'
/** The beginning of what pg_restore of PostgreSQL 17 writes. */
const HEADER = `--
-- PostgreSQL database dump
--

-- Dumped by pg_dump version 17.11

SET statement_timeout = 0;
SET lock_timeout = 0;
${LINE}
SET client_encoding = 'UTF8';
SELECT pg_catalog.set_config('search_path', '', false);
SET row_security = off;
`
const ROWS = `
CREATE TEMP TABLE note (content text);
COPY pg_temp.note (content) FROM stdin;
가
${LINE}
\\.
`

const rewritten = (script: string, size: number) => {
  const bytes = Buffer.from(script)
  const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  )
  return text(Readable.from(portableScript(Readable.from(parts))))
}

test.each([1, 7, 100_000])(
  'removes the setting from the header only, in parts of %d bytes',
  async (size) => {
    const script = await rewritten(HEADER + ROWS, size)
    expect(script.split('\n').filter((line) => line === LINE)).toHaveLength(1)
    expect(script).toEndWith(ROWS)
    const older = HEADER.replace(`${LINE}\n`, '') + ROWS
    expect(await rewritten(older, size)).toBe(older)
    expect(await rewritten('-- nothing\n', size)).toBe('-- nothing\n')
  },
)

test('holds no script back for a header that does not come', async () => {
  const parts = portableScript(
    (async function* () {
      while (true) yield Buffer.from('-- a line of a comment\n'.repeat(1000))
    })(),
  )
  const { value } = await parts.next()
  expect(value?.length).toBeLessThan(100_000)
})

describe.skipIf(testServerUrl === null)('on the server of the tests', () => {
  test('psql runs the script to its end', async () => {
    const { url, env } = toolAddress(testServerUrl ?? '')
    const options = ['--no-psqlrc', '--set=ON_ERROR_STOP=1', '--single-transaction', '--file=-']
    const { child, done } = startTool('psql', [...options, `--dbname=${url}`], env, {
      stdin: 'pipe',
    })
    child.stdin?.end(await rewritten(HEADER + ROWS, 1000))
    await done
  })
})
