import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { openPostgres } from '#api/infrastructure/database/postgres.ts'
import { freePort } from '#build/setup/free-port.mjs'
import { audit } from '#tests/faults/audit.ts'
import { createPeople, SETTINGS } from '#tests/faults/people.ts'
import { report, times } from '#tests/faults/report.ts'
import { soon } from '#tests/faults/soon.ts'
import { watchGap } from '#tests/faults/write-gap.ts'
import { countOf, nothingWritten, startLoad } from '#tests/faults/writers.ts'
import { type ChildPlace, childPlace } from '#tests/support/child-server.ts'
import { run } from './commands.ts'
import { readGuide } from './guide.ts'
import { addressOf, type PatroniCluster, startPatroniCluster } from './patroni-cluster.ts'

// The steps of docs/DATABASE.md, as they stand there, on Debian's PostgreSQL, Patroni, etcd and HAProxy. One
// instance of the server knows all hosts, another HAProxy.

const LIMIT_MS = 600_000
const WRITERS = 24
/** Acknowledged writes before and after each fault. */
const WRITES = times(1_000, 300)
/** Of a killed primary, by the guide's settings, and of a switchover (ms); with a margin for a busy machine. */
const MOST_WITHOUT_WRITES = { killed: 60_000, switchover: 30_000 }
const SECRETS = /\b[A-Z]+_SECRET\b/g

let guide: Awaited<ReturnType<typeof readSteps>>
let cluster: PatroniCluster
let place: ChildPlace
let haproxy: ReturnType<typeof Bun.spawn> | null = null

/** The code blocks of the guide, with secrets. */
async function readSteps() {
  const { text, block } = await readGuide('### Patroni on three machines')
  const secrets = new Map<string, string>()
  const secret = (name: string) => {
    const known = secrets.get(name) ?? crypto.randomUUID()
    secrets.set(name, known)
    return known
  }
  const own = (language: string, index = 0) => block(language, index).replaceAll(SECRETS, secret)
  const address = /`DATABASE_URL=(\S+)`/.exec(text)?.[1] ?? ''
  return {
    etcd: own('env'),
    patroni: own('yaml'),
    haproxy: `${own('haproxy')}\n`,
    create: own('sh').split('\n'),
    switchover: own('sh', 1),
    databaseUrl: address.replaceAll(SECRETS, secret).replaceAll('10.0.0.', '127.0.0.'),
    superuser: secret('SUPERUSER_SECRET'),
  }
}

/** Runs a line of the guide on the machine of the primary. */
async function runLine(line: string): Promise<void> {
  const leader = await cluster.leader()
  const machine = cluster.machines.find(({ name }) => name === leader)
  if (!leader || !machine) throw new Error('there is no primary')
  const own = line
    .replace('/etc/patroni/config.yml', machine.config)
    .replace('10.0.0.11', addressOf(leader))
  await run(['env', `PGPASSWORD=${guide.superuser}`, 'sh', '-c', own])
}

beforeAll(async () => {
  guide = await readSteps()
  cluster = await startPatroniCluster(guide)
  for (const line of guide.create) await runLine(line)
  place = await childPlace({ serverUrl: null, isEmpty: true })
}, LIMIT_MS)
afterAll(async () => {
  await place?.dispose()
  haproxy?.kill()
  await cluster?.stop()
}, LIMIT_MS)

/** Starts HAProxy with the guide's configuration. @returns the address of the database behind it */
async function startProxy(): Promise<string> {
  const port = await freePort()
  const file = join(place.folder, 'haproxy.cfg')
  const own = guide.haproxy.replaceAll('10.0.0.', '127.0.0.').replace(':5000', `:${port}`)
  await Bun.write(file, own)
  await run(['haproxy', '-c', '-f', file])
  haproxy = Bun.spawn(['haproxy', '-db', '-f', file], { stdout: 'ignore', stderr: 'ignore' })
  return guide.databaseUrl.replace(/@.*\//, `@127.0.0.1:${port}/`)
}

test(
  'the loss of the primary’s machine, its return and a switchover lose no acknowledged write',
  async () => {
    const proxied = await startProxy()
    const first = place.start({ ...SETTINGS, DATABASE_URL: guide.databaseUrl })
    const urls = [await first.url]
    urls.push(await place.start({ ...SETTINGS, DATABASE_URL: proxied }).url)
    const open = () =>
      openPostgres({ url: guide.databaseUrl, connections: 4, onConnectionError: () => {} })
    const before = open()
    const people = await createPeople(before, 30_000)
    await before.close()
    // Each instance on its own, so that both find the new primary.
    const loads = urls.map((url) => {
      const written = nothingWritten()
      return { written, load: startLoad(url, people, written, WRITERS / 2, 'continue') }
    })
    const all = () => loads.map(({ written }) => written)
    const wrote = async () => {
      const enough = all().map((written) => countOf(written) + WRITES / 2)
      await Promise.all(
        all().map((written, at) => soon(() => countOf(written) >= (enough[at] ?? 0))),
      )
    }
    /** Runs `fault` under load; returns the longest time without writes of either instance (ms). */
    const endure = async (fault: () => Promise<void>) => {
      await wrote()
      const gaps = all().map(watchGap)
      await fault()
      await wrote()
      return Math.max(...gaps.map((stop) => stop()))
    }

    const lost = await cluster.leader()
    const machine = cluster.machines.find(({ name }) => name === lost)
    const killed = await endure(async () => machine?.kill())
    expect(await cluster.leader()).not.toBe(lost)
    await machine?.start()
    await cluster.whole()
    const switchover = await endure(() => runLine(guide.switchover))
    await Promise.all(loads.map(({ load }) => load.end()))
    await cluster.whole()

    const after = open()
    const written = {
      votes: new Map(all().flatMap(({ votes }) => [...votes])),
      posts: new Map(all().flatMap(({ posts }) => [...posts])),
      reactions: all().flatMap(({ reactions }) => reactions),
    }
    const failures = await audit(after, written)
    await after.close()
    report('Patroni: kill -9 of the primary, switchover', {
      'acknowledged writes': countOf(written),
      failures: failures.length,
      'ms without writes after the kill': killed,
      'ms without writes during the switchover': switchover,
    })
    expect(failures).toEqual([])
    expect(killed).toBeLessThan(MOST_WITHOUT_WRITES.killed)
    expect(switchover).toBeLessThan(MOST_WITHOUT_WRITES.switchover)
  },
  LIMIT_MS,
)
