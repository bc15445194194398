import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { ensureDebianPackage } from '#build/setup/apt.mjs'
import { ensurePostgres, serverUser } from '#build/setup/postgres-cluster.mjs'
import { eventually } from '#tests/support/eventually.ts'
import { run } from './commands.ts'

/** The configuration of machine `a` at 10.0.0.11 in the guide. */
export interface PatroniGuide {
  /** Environment of etcd. */
  etcd: string
  /** Patroni's YAML. */
  patroni: string
}

const NAMES = ['a', 'b', 'c'] as const
type Name = (typeof NAMES)[number]

/** Addresses of the loopback network play the machines, so that all ports are those of the guide. */
export const addressOf = (name: Name) => `127.0.0.${11 + NAMES.indexOf(name)}`

/** Of Patroni's `GET /cluster`. */
const Cluster = Type.Object({
  members: Type.Array(
    Type.Object({
      name: Type.Union(NAMES.map((name) => Type.Literal(name))),
      role: Type.String(),
      state: Type.String(),
    }),
  ),
})

function ensurePatroni(): void {
  for (const [command, packageName] of [
    ['etcd', 'etcd-server'],
    ['patroni', 'patroni'],
    ['haproxy', 'haproxy'],
  ] as const) {
    ensureDebianPackage(packageName, () => Bun.which(command) !== null, command)
  }
}

/** Starts a program as the user of PostgreSQL. */
function spawn(command: string[], env: Record<string, string>, cwd: string) {
  const { uid } = serverUser()
  const as = uid === undefined ? [] : ['setpriv', `--reuid=${uid}`, '--clear-groups']
  return Bun.spawn([...as, ...command], {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, ...env },
    stdin: 'ignore',
    stdout: Bun.file(join(cwd, 'log')),
    stderr: Bun.file(join(cwd, 'errors')),
  })
}

/** A machine with etcd, Patroni and the PostgreSQL that Patroni starts. */
function createMachine(name: Name, home: string, guide: PatroniGuide) {
  const folder = join(home, name)
  const data = join(folder, 'data')
  const { uid, gid } = serverUser()
  for (const path of [folder, join(folder, 'etcd'), join(folder, 'patroni')]) {
    mkdirSync(path)
    if (uid !== undefined) chownSync(path, uid, gid)
  }
  const own = (text: string) =>
    text.replaceAll('10.0.0.11', addressOf(name)).replaceAll('10.0.0.', '127.0.0.')
  const config = join(folder, 'patroni.yml')
  const environment = Object.fromEntries(
    guide.etcd
      .trim()
      .split('\n')
      .map((line) => {
        const [key = '', ...value] = line.split('=')
        const text = value.join('=')
        // The list of all machines names machine `a` itself.
        if (key === 'ETCD_NAME') return [key, name]
        return [
          key,
          key === 'ETCD_INITIAL_CLUSTER' ? text.replaceAll('10.0.0.', '127.0.0.') : own(text),
        ]
      }),
  )
  const patroni = guide.patroni
    .split('\n')
    .map((line) => (line.includes('hosts:') ? line.replaceAll('10.0.0.', '127.0.0.') : own(line)))
    .join('\n')
    .replace('name: a', `name: ${name}`)
    .replace('/usr/lib/postgresql/15/bin', ensurePostgres())
    .replace(/data_dir: .*/, `data_dir: ${data}`)
    .replace(/pgpass: .*/, `pgpass: ${join(folder, 'patroni', 'pgpass')}`)
    // Debian's default folder of sockets is not writable here.
    .replace('  pg_hba:', `  parameters: { unix_socket_directories: '' }\n  pg_hba:`)
  let running: ReturnType<typeof spawn>[] = []
  return {
    name,
    config,
    async start() {
      await Bun.write(config, patroni)
      const etcd = { ...environment, ETCD_DATA_DIR: join(folder, 'etcd', 'data') }
      running = [
        spawn(['etcd'], etcd, join(folder, 'etcd')),
        spawn(['patroni', config], {}, join(folder, 'patroni')),
      ]
    },
    /** Ends every process at once, as when the machine loses its power. */
    async kill() {
      for (const process of running) process.kill('SIGKILL')
      const file = join(data, 'postmaster.pid')
      if (existsSync(file)) {
        const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
        const { output } = await run(['pgrep', '-P', `${pid}`], { allowFailure: true })
        await run(['kill', '-9', `${pid}`, ...output.split('\n').filter(Boolean)], {
          allowFailure: true,
        })
      }
      await Promise.all(running.map(({ exited }) => exited))
      running = []
    },
    log: () =>
      ['etcd/errors', 'patroni/errors', 'patroni/log']
        .map((file) => join(folder, file))
        .filter((file) => existsSync(file))
        .map((file) => readFileSync(file, 'utf8').slice(-2_000))
        .join('\n'),
  }
}

export type PatroniCluster = Awaited<ReturnType<typeof startPatroniCluster>>

/** Starts the three machines of the guide and waits until one is the primary, with a synchronous standby. */
export async function startPatroniCluster(guide: PatroniGuide) {
  ensurePatroni()
  const home = mkdtempSync(join(tmpdir(), 'tidemark-patroni-'))
  const { uid, gid } = serverUser()
  if (uid !== undefined) chownSync(home, uid, gid)
  const machines = NAMES.map((name) => createMachine(name, home, guide))
  /** The members as a machine that runs knows them. */
  const members = async () => {
    for (const name of NAMES) {
      const reply = await fetch(`http://${addressOf(name)}:8008/cluster`).catch(() => null)
      const known: unknown = await reply?.json()
      if (Value.Check(Cluster, known)) return known.members
    }
    return []
  }
  const withRole = async (role: string) => (await members()).find((member) => member.role === role)
  const isWhole = async () => {
    const states = (await members()).map(({ role, state }) => `${role} ${state}`).sort()
    const standby = /^replica (running|streaming)$/
    const [first = '', second = '', third = ''] = states
    return (
      first === 'leader running' &&
      standby.test(second) &&
      /^sync_standby (running|streaming)$/.test(third)
    )
  }
  const cluster = {
    machines,
    /** The primary's name; undefined while there is none. */
    leader: async () => (await withRole('leader'))?.name,
    /** Waits for a primary, a synchronous standby and another. */
    whole: () =>
      eventually(isWhole, {
        patience: 180_000,
        what: () => `a primary and two standbys:\n${machines.map(({ log }) => log()).join('\n')}`,
      }),
    async stop() {
      await Promise.all(machines.map((machine) => machine.kill()))
      rmSync(home, { recursive: true, force: true, maxRetries: 3 })
    },
  }
  try {
    await Promise.all(machines.map((machine) => machine.start()))
    await cluster.whole()
    return cluster
  } catch (error) {
    await cluster.stop()
    throw error
  }
}
