import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { verifyCounters } from '#api/commands/backup/verify-counters.ts'
import { openPostgres } from '#api/infrastructure/database/postgres.ts'
import { ensureDebianPackage } from '#build/setup/apt.mjs'
import { serverUser, startCluster } from '#build/setup/postgres-cluster.mjs'
import { CreatePostReply, PostList } from '#shared/contract/posts.ts'
import { apiClient } from '#tests/support/api-client.ts'
import { type ChildPlace, childPlace } from '#tests/support/child-server.ts'
import { eventually } from '#tests/support/eventually.ts'
import { serverClient, signIn } from '#tests/support/sign-in.ts'
import { run } from './commands.ts'
import { readGuide } from './guide.ts'

// The steps of docs/DATABASE.md, as they stand there, on Debian's PostgreSQL and pgBackRest.

const LIMIT_MS = 300_000

let cluster: Awaited<ReturnType<typeof startCluster>>
let place: ChildPlace
/** Of the repository and the configuration. */
let folder: string
let config: string
let steps: Awaited<ReturnType<typeof readSteps>>

async function readSteps() {
  const { block } = await readGuide('## Restore to a minute before')
  return {
    pgbackrest: `${block('ini')}\n`,
    server: block('conf'),
    setUp: block('sh'),
    restore: block('sh', 1),
  }
}

/** Runs a line of the guide as the user of PostgreSQL, with the configuration and the password of the test. */
async function runLine(line: string): Promise<void> {
  const { uid } = serverUser()
  const password = new URL(cluster.url).password
  const own = line.replace('pgbackrest ', `pgbackrest --config=${config} `)
  const shell = ['env', `PGPASSWORD=${password}`, 'sh', '-c', own]
  await run(uid === undefined ? shell : ['setpriv', `--reuid=${uid}`, '--clear-groups', ...shell], {
    cwd: folder,
  })
}

/** The settings of PostgreSQL in the guide. */
const serverSettings = () =>
  Object.fromEntries(
    [...steps.server.matchAll(/^(\w+) = '?(.*?)'?$/gm)].map(([, name = '', value = '']) => [
      name,
      value.replace('pgbackrest ', `pgbackrest --config=${config} `),
    ]),
  )

beforeAll(async () => {
  ensureDebianPackage('pgbackrest', () => Bun.which('pgbackrest') !== null, 'pgBackRest')
  steps = await readSteps()
  folder = mkdtempSync(join(tmpdir(), 'tidemark-pgbackrest-'))
  config = join(folder, 'pgbackrest.conf')
  const { uid, gid } = serverUser()
  if (uid !== undefined) chownSync(folder, uid, gid)
  cluster = await startCluster({
    serverSettings: (home) => ({ ...serverSettings(), unix_socket_directories: home }),
  })
  const { port } = new URL(cluster.url)
  const address = [
    `pg1-port=${port}`,
    'pg1-user=tidemark',
    `pg1-socket-path=${join(cluster.data, '..')}`,
  ]
  const text = steps.pgbackrest
    .replace('/var/lib/pgbackrest', join(folder, 'repository'))
    .replace('PASSPHRASE', crypto.randomUUID())
    .replace('/var/lib/postgresql/15/main', cluster.data)
    .replace('[global]', `[global]\nlog-level-file=off\nlock-path=${folder}`)
  await Bun.write(config, `${text}${address.join('\n')}\n`)
  place = await childPlace({ serverUrl: cluster.url })
}, LIMIT_MS)
afterAll(async () => {
  await place?.dispose()
  await cluster?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs `work` on a client of the superuser. */
async function onServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

test(
  'a restore ends a minute before the mistake',
  async () => {
    for (const line of steps.setUp.split('\n')) await runLine(line)
    const child = place.start()
    const url = await child.url
    const guest = apiClient(url)
    const { issuer } = await guest.authConfig()
    const { idToken } = await signIn(issuer, serverClient(url), 'Mina')
    const mina = guest.as((await guest.signIn(idToken)).token)
    const post = (content: string) =>
      mina.call(CreatePostReply, 'POST', '/posts/frees', { content })
    const kept = await post('<p>Before</p>')
    const target = await onServer(async (client) => {
      const { rows } = await client.query(
        "SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US+00') AS at",
      )
      return String(rows[0].at)
    })
    await post('<p>The mistake</p>')
    await onServer((client) => client.query('SELECT pg_switch_wal()'))
    child.signal('SIGTERM')
    await child.exited

    for (const line of steps.restore.split('\n')) {
      if (line.startsWith('systemctl stop')) await cluster.halt('fast')
      else if (line.startsWith('systemctl start')) await cluster.resume()
      else await runLine(line.replace(/--target='[^']+'/, `--target='${target}'`))
    }
    await eventually(() =>
      onServer(async (client) => {
        const { rows } = await client.query('SELECT pg_is_in_recovery() AS is_recovering')
        return rows[0].is_recovering === false
      }),
    )
    const again = place.start()
    const { posts } = await apiClient(await again.url).get(PostList, '/posts/frees?page=1')
    expect(posts.map(({ id }) => id)).toEqual([kept.id])
    const database = openPostgres({
      url: place.databaseUrl ?? '',
      connections: 1,
      onConnectionError: () => {},
    })
    expect(await verifyCounters(database)).toEqual([])
    await database.close()
  },
  LIMIT_MS,
)
