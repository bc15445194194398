import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import pg from 'pg'
import { createPrimary } from '#api/infrastructure/database/primary.ts'
import { startCluster } from '#build/setup/postgres-cluster.mjs'
import { startStandby } from '#build/setup/postgres-standby.mjs'
import { CreatePostReply } from '#shared/contract/posts.ts'
import { type ApiClient, apiClient } from '#tests/support/api-client.ts'
import { type ChildPlace, type ChildServer, childPlace } from '#tests/support/child-server.ts'
import { eventually } from '#tests/support/eventually.ts'
import { serverClient, signIn } from '#tests/support/sign-in.ts'
import { testServerUrl } from '#tests/support/test-database.ts'

/** Values of metrics; null while the server does not answer. */
async function metrics(child: ChildServer, ...names: string[]): Promise<(number | null)[]> {
  const text = await fetch(`${await child.url}/metrics`)
    .then((reply) => reply.text())
    .catch(() => '')
  return names.map((name) => {
    const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]
    return value === undefined ? null : Number(value)
  })
}

const until = (what: string, isTrue: () => Promise<boolean>) => eventually(isTrue, { what })

/** Whether a database accepts connections: a standby creates it later than its primary. */
async function isThere(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  const isConnected = await client.connect().then(
    () => true,
    () => false,
  )
  await client.end()
  return isConnected
}

// The embedded database has no standby.
describe.skipIf(testServerUrl === null)('a primary with a standby', () => {
  let primary: Awaited<ReturnType<typeof startCluster>>
  let standby: Awaited<ReturnType<typeof startStandby>>
  let place: ChildPlace
  let child: ChildServer
  let mina: ApiClient
  /** Addresses of the database: at the standby, and at both servers. */
  let ofStandby: string
  let ofBoth: string

  beforeAll(async () => {
    primary = await startCluster({ isDurable: false })
    standby = await startStandby(primary.url)
    place = await childPlace({ serverUrl: primary.url })
    const [one, other] = [new URL(place.databaseUrl ?? ''), new URL(standby.url)]
    other.pathname = one.pathname
    ofStandby = other.href
    // The standby first: its position must not matter.
    ofBoth = one.href.replace(one.host, `${other.host},${one.host}`)
    await until('the standby has the database', () => isThere(ofStandby))
  }, 180_000)
  afterAll(async () => {
    await setReadOnly('off')
    await place?.dispose()
    await standby?.stop()
    await primary?.stop()
  }, 180_000)

  /** A connection of an operator, which may write on a primary that is set to be read-only. */
  const connectAdmin = async (url: string) => {
    const client = new pg.Client({ connectionString: url, application_name: 'operator' })
    client.on('error', () => {})
    await client.connect()
    await client.query('SET default_transaction_read_only = off')
    return client
  }
  const setReadOnly = async (value: 'on' | 'off') => {
    const admin = await connectAdmin(primary.url)
    await admin.query(`ALTER SYSTEM SET default_transaction_read_only = ${value}`)
    await admin.query('SELECT pg_reload_conf()')
    await admin.end()
  }
  let posts = 0
  const post = () => {
    posts += 1
    return mina.call(CreatePostReply, 'POST', '/posts/frees', { content: `<p>Post ${posts}.</p>` })
  }
  const haveValue = async (value: number, ...names: string[]) =>
    (await metrics(child, ...names)).every((found) => found === value)
  const isReady = async () => (await fetch(`${await child.url}/readyz`)).ok

  test('a start on the standby ends with one line that says so', async () => {
    const refused = place.start({ DATABASE_URL: ofStandby })
    expect(await refused.exited).toBe(1)
    expect(refused.output().errors).toBe(
      'DATABASE_URL must lead to a server that takes writes: the server is a standby and takes no writes.\n',
    )
  })

  test('an address with both hosts leads to the primary', async () => {
    expect(await createPrimary(ofBoth).find()).toBe(place.databaseUrl ?? '')
    child = place.start({ DATABASE_URL: ofBoth })
    const url = await child.url
    const { issuer } = await apiClient(url).authConfig()
    const { idToken } = await signIn(issuer, serverClient(url), 'Mina')
    mina = apiClient(url).as((await apiClient(url).signIn(idToken)).token)
    await post()
    // A busy machine loses the job lock for a moment when a confirmation takes three seconds.
    await until('ready, and the owner of the jobs', () =>
      haveValue(1, 'tidemark_ready', 'tidemark_job_lock_held'),
    )
  })

  test('a primary that turns read-only under open connections is not ready, and writes get 503', async () => {
    await setReadOnly('on')
    // Not a post: a slow machine would use up the few of a minute.
    const attempt = () => mina.raw('POST', '/notifications/seen', { body: { id: 1 } })
    let reply = await attempt()
    // A process of the server reads its settings before its next statement.
    await until('a write is refused', async () => {
      reply = await attempt()
      return reply.status !== 200
    })
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await (await fetch(`${await child.url}/readyz`)).json()).toEqual({
      status: 'not ready',
      failed: ['database'],
    })
    const names = ['tidemark_ready', 'tidemark_job_lock_held', 'tidemark_bus_connected']
    await until('neither ready nor owner nor on the bus', () => haveValue(0, ...names))
    const admin = await connectAdmin(primary.url)
    const count = () =>
      admin.query(`SELECT pid FROM pg_stat_activity WHERE application_name = 'tidemark'
         AND backend_start < now() - interval '1 second'`)
    await until('no connection of before is open', async () => (await count()).rows.length === 0)
    await admin.end()
    await setReadOnly('off')
    await until('ready again', isReady)
    await until('owner again', () => haveValue(1, ...names))
    await post()
  })

  test('after a switchover the instance moves to the promoted standby by itself', async () => {
    await setReadOnly('on')
    await until('not ready', async () => !(await isReady()))
    const admin = await connectAdmin(standby.url)
    await admin.query('SELECT pg_promote()')
    await until('ready on the new primary', isReady)
    const { id } = await post()
    await admin.end()
    const there = await connectAdmin(ofStandby)
    const { rows } = await there.query('SELECT id FROM post WHERE id = $1', [id])
    expect(rows).toEqual([{ id }])
    await there.end()
    await until('the owner of the jobs and on the bus there', () =>
      haveValue(1, 'tidemark_job_lock_held', 'tidemark_bus_connected'),
    )
  })
})
