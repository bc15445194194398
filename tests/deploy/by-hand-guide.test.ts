import { afterEach, beforeEach, expect, test } from 'bun:test'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { readConfig } from '#api/infrastructure/config.ts'
import { run } from './commands.ts'
import { readGuide } from './guide.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-by-hand-'))
  // Starts Bun like build/start.mjs, and records the environment that the server would have.
  const code = 'console.log(JSON.stringify(process.env))'
  const npm = `#!/bin/sh\n"${process.execPath}" -e '${code}' >>started.jsonl\n`
  writeFileSync(join(folder, 'npm'), npm)
  chmodSync(join(folder, 'npm'), 0o755)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the second start by hand has the keys of the first one', async () => {
  const { block } = await readGuide('## Deploy', 'OPERATIONS.md')
  // The placeholders of the guide.
  const script = block('sh').replaceAll('…', 'x')
  const command = ['env', '-i', `PATH=${folder}:/usr/bin:/bin`, 'sh', '-ec', script]
  for (let start = 0; start < 2; start++) await run(command, { cwd: folder })
  const lines = (await Bun.file(join(folder, 'started.jsonl')).text()).trim().split('\n')
  const [first, second] = lines.map((line) => {
    const environment = Value.Parse(Type.Record(Type.String(), Type.String()), JSON.parse(line))
    const { production, jwtSecret, receiptKey, pushKey, identityKey } = readConfig(environment)
    return { production, keys: [jwtSecret, receiptKey, pushKey, identityKey] }
  })
  expect(first?.production).toBe(true)
  expect(new Set(first?.keys).size).toBe(4)
  expect(second).toEqual(first)
  expect((statSync(join(folder, '.env')).mode & 0o777).toString(8)).toBe('600')
})
