import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

/** Linters and a generator of clients, with a TypeScript that the generator accepts. */
const TOOLS = join(import.meta.dir, 'tools')

describe('the OpenAPI document in tools of others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-openapi-'))
  const document = join(folder, 'openapi.json')
  let server: TestServer

  /** What a command prints; it must succeed. Not waiting for it in this process: it calls the server. */
  const runTool = async (...command: string[]) => {
    const child = Bun.spawn(command, { cwd: folder, stdout: 'pipe', stderr: 'pipe' })
    const printed = [child.stdout, child.stderr].map((stream) => new Response(stream).text())
    const [output = '', errors = ''] = await Promise.all(printed)
    if ((await child.exited) !== 0) throw new Error(`${command.join(' ')}\n${output}${errors}`)
    return output
  }

  beforeAll(async () => {
    server = await startTestServer()
    writeFileSync(document, await (await fetch(`${server.url}/openapi/json`)).text())
    for (const file of ['lint.mjs', 'client.ts', 'tsconfig.json', 'package.json']) {
      cpSync(join(TOOLS, file), join(folder, file))
    }
    symlinkSync(join(TOOLS, 'node_modules'), join(folder, 'node_modules'))
  })
  afterAll(async () => {
    await server.stop()
    rmSync(folder, { recursive: true })
  })

  test('has no error in Redocly and Spectral', async () => {
    expect(await runTool('node', 'lint.mjs', document)).toBe('')
  })

  /** Three programs one after the other, each seconds of processor time (ms). */
  const CLIENT_LIMIT = 120_000

  test(
    'makes a client with named types, which votes and reads',
    async () => {
      await runTool(
        'node',
        'node_modules/openapi-typescript/bin/cli.js',
        document,
        '-o',
        'api.d.ts',
      )
      await runTool('node', 'node_modules/typescript/bin/tsc')
      const types = readFileSync(join(folder, 'api.d.ts'), 'utf8')
      expect(types).toMatch(/createVote: \{[\s\S]*components\["schemas"\]\["CreateVoteBody"\]/)
      const { token } = await server.person('Mina')
      const said = await runTool(process.execPath, 'client.ts', server.url, token)
      expect(JSON.parse(said)).toMatchObject({
        voted: 200,
        choices: ['up'],
        refused: 'NOT_SIGNED_IN',
      })
    },
    CLIENT_LIMIT,
  )
})
