import { zstdCompressSync } from 'node:zlib'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { startPostgres } from '#build/setup/postgres.mjs'
import { apiClient } from '#tests/support/api-client.ts'
import { childPlace } from '#tests/support/child-server.ts'
import { serverClient, signIn } from '#tests/support/sign-in.ts'
import { fixtureFile, type Installation, SECRETS } from './fixture.ts'

// bun tests/upgrade/make-fixture.ts COMMIT FOLDER
// Fills a PostgreSQL database with the version checked out in FOLDER and writes fixtures/COMMIT.*; see
// fixtures/README.md. The version's own packages must be installed there.
const PEOPLE = ['Ada', 'Bo', 'Chul']
const CHOICES = ['up', 'down', 'unknown']
const Issuer = Type.Object({ issuer: Type.String(), startId: Type.Optional(Type.String()) })
const Tokens = Type.Object({ token: Type.String(), refreshToken: Type.String() })
const Live = Type.Object({ target2: Type.Object({ targetDate: Type.String() }) })

/** Runs a program to its end (at most two minutes) and returns its output. */
function run(args: string[], cwd: string, env: Record<string, string>): string {
  const { stdout, exitCode, stderr } = Bun.spawnSync(args, {
    cwd,
    env: { ...process.env, ...env },
    timeout: 120_000,
    maxBuffer: 100_000_000,
  })
  if (exitCode !== 0) throw new Error(`${args.join(' ')} ended with ${exitCode}: ${stderr}`)
  return stdout.toString()
}

/** Signs people in through the embedded provider; each votes, and writes and likes posts. */
async function act(url: string): Promise<{ accessToken: string; refreshToken: string }> {
  const api = apiClient(url)
  const call = async (token: string | null, method: string, path: string, body?: unknown) => {
    const reply = await api.as(token).raw(method, path, { body })
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${Bun.inspect(reply.body)}`)
    return reply.body
  }
  const { issuer, startId } = Value.Parse(Issuer, await call(null, 'GET', '/auth/config'))
  // Earlier versions exchange the code in the page.
  const page = { clientId: 'tidemark-web', redirectUri: `${url}/login/callback` }
  const client = startId === undefined ? page : serverClient(url)
  const { target2 } = Value.Parse(Live, await call(null, 'GET', '/vote/summary'))
  let first: { accessToken: string; refreshToken: string } | undefined
  for (const [index, name] of PEOPLE.entries()) {
    const { idToken } = await signIn(issuer, client, name)
    const reply = await call(null, 'POST', '/auth/google', { tokenId: idToken })
    const { token, refreshToken } = Value.Parse(Tokens, reply)
    first ??= { accessToken: token, refreshToken }
    const content = `<p>A note of ${name}</p>`
    const vote = { targetDate: target2.targetDate, vote: CHOICES[index], content }
    await call(token, 'POST', '/votes', vote)
    await call(token, 'POST', '/posts/frees', { content: `<p>A post of ${name}</p>` })
  }
  if (!first) throw new Error('nobody signed in')
  return first
}

const [commit = '', folder = ''] = process.argv.slice(2)
const postgres = await startPostgres({ isDurable: false })
const script = `${folder}/api/main.ts`
const place = await childPlace({ serverUrl: postgres.url, script, isEmpty: true })
try {
  run([process.execPath, '--no-env-file', script, 'seed'], folder, place.settings)
  const server = place.start(SECRETS)
  const session = await act(await server.url)
  const made: Installation = { at: new Date().toISOString(), ...session }
  server.signal('SIGTERM')
  await server.exited
  const options = ['--no-owner', '--no-privileges', '--inserts', '--rows-per-insert=200']
  const dump = run(['pg_dump', ...options, place.databaseUrl ?? ''], folder, {})
  // psql's own commands (\restrict) are no SQL.
  const sql = dump.replaceAll(/^\\.*\n/gm, '')
  await Bun.write(fixtureFile(commit, 'sql.zst'), zstdCompressSync(sql, { params: { 100: 19 } }))
  await Bun.write(fixtureFile(commit, 'json'), `${JSON.stringify(made, null, 2)}\n`)
} finally {
  await place.dispose()
  await postgres.stop()
}
