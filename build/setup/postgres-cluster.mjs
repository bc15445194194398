import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { ensureDebianPackage } from './apt.mjs'
import { runCommand, SetupError } from './command.mjs'
import { freePort } from './free-port.mjs'

/** Time limit of a start (ms), which recovers from a crash first. */
const START_LIMIT_MS = 120_000

/** Settings of every temporary server. */
export const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '256MB',
  max_connections: '200',
  lc_messages: 'C',
}

/** Without waiting for the disk, for databases that no test crashes. */
const notDurable = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/**
 * The folder of PostgreSQL's server commands: PG_BIN, then Debian's (newest version first; not in
 * PATH), then PATH.
 * @returns {string | undefined}
 */
function findPostgres() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a))
  const folders = [
    process.env.PG_BIN ?? '',
    ...newestFirst.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const hasServer = (/** @type {string} */ folder) =>
    ['initdb', 'postgres'].every((name) => existsSync(join(folder, `${name}${suffix}`)))
  return folders.filter(Boolean).find(hasServer)
}

/** @returns {string} the folder of the server's commands, installed from Debian if missing */
export function ensurePostgres() {
  ensureDebianPackage('postgresql', () => findPostgres() !== undefined, 'a PostgreSQL server')
  return findPostgres() ?? ''
}

/**
 * Creates and starts a PostgreSQL cluster in a temporary folder, reachable only through 127.0.0.1
 * with a random password. Durability is on, as in production, unless `isDurable` is false.
 *
 * `url` is the superuser's on the database `postgres`, `data` the data directory. `stop()` ends the server
 * and removes the folder; `kill()` does so synchronously, for a process's `exit` event. `halt()` ends the server like an operator
 * ("fast") or like a crash ("immediate"); `resume()` starts it again at the same address. If the server
 * exits by itself, the cluster ends, or with `restarts` is restarted every second until it runs.
 * @param {{
 *   within?: string | undefined
 *   restarts?: boolean
 *   isDurable?: boolean
 *   serverSettings?: (folder: string) => Record<string, string>
 * }} [options] `within`: parent of the temporary folder; `serverSettings`: further ones,
 *   by the temporary folder of the cluster
 */
export async function startCluster({
  within = tmpdir(),
  restarts = false,
  isDurable = true,
  serverSettings = () => ({}),
} = {}) {
  const binaries = ensurePostgres()
  const folder = mkdtempSync(join(within, 'tidemark-postgres-'))
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  const owner = serverUser()
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  try {
    const data = join(folder, 'data')
    const as = { ...owner, cwd: folder, env: { PATH: process.env.PATH } }
    const password = createData(binaries, data, as)
    const port = await freePort()
    const all = { ...settings, ...(isDurable ? {} : notDurable), ...serverSettings(folder) }
    const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const args = ['-D', data, '-p', String(port), ...flags]
    let end = (/** @type {undefined} */ _) => {}
    const ended = new Promise((resolve) => {
      end = resolve
    })
    const launch = async () => {
      const server = spawn(join(binaries, 'postgres'), args, {
        ...as,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      const exited = new Promise((resolve) => server.once('close', resolve))
      await ready(server)
      return { server, exited }
    }
    let running = await launch()
    let isHalted = false
    let isStopped = !restarts
    const restart = async () => {
      while (!isStopped) {
        await new Promise((resolve) => setTimeout(resolve, 1000))
        try {
          running = await launch()
          return watch()
        } catch {
          // Retried in a second.
        }
      }
      end(undefined)
    }
    const watch = () => {
      running.exited.then(() => (isHalted ? undefined : restart()))
    }
    watch()
    const kill = () => {
      isStopped = true
      running.server.kill('SIGKILL')
      remove()
    }
    return {
      data,
      url: `postgresql://tidemark:${password}@127.0.0.1:${port}/postgres`,
      ended,
      kill,
      halt: async (/** @type {'fast' | 'immediate'} */ mode) => {
        isHalted = true
        running.server.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
        await running.exited
      },
      resume: async () => {
        running = await launch()
        isHalted = false
        watch()
      },
      stop: async () => {
        isStopped = true
        const timer = setTimeout(() => running.server.kill('SIGQUIT'), 5000)
        running.server.kill('SIGINT')
        await running.exited
        clearTimeout(timer)
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}

/**
 * PostgreSQL refuses to run as root, so root runs it as an unprivileged user.
 * @returns {{ uid: number, gid: number } | { uid?: undefined, gid?: undefined }}
 */
export function serverUser() {
  if (process.getuid?.() !== 0) return {}
  for (const user of ['postgres', 'nobody']) {
    try {
      const id = (/** @type {string} */ flag) =>
        Number(execFileSync('id', [flag, user], { stdio: 'pipe' }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // No such user: try the next.
    }
  }
  throw new SetupError('PostgreSQL cannot run as root, and there is no user "postgres" or "nobody"')
}

/** @typedef {{ uid?: number | undefined, gid?: number | undefined, cwd: string, env: NodeJS.ProcessEnv }} As */

/**
 * Creates an empty cluster; returns the superuser's password.
 * @param {string} binaries
 * @param {string} data
 * @param {As} as
 */
function createData(binaries, data, as) {
  const password = randomBytes(16).toString('hex')
  const secret = join(as.cwd, 'password')
  writeFileSync(secret, password)
  chmodSync(secret, 0o600)
  if (as.uid !== undefined && as.gid !== undefined) chownSync(secret, as.uid, as.gid)
  const login = ['-U', 'tidemark', '--auth=scram-sha-256', `--pwfile=${secret}`]
  const args = ['-D', data, ...login, '--encoding=UTF8', '--no-locale', '--no-sync']
  runCommand('A PostgreSQL cluster could not be created', join(binaries, 'initdb'), args, as)
  return password
}

/**
 * Resolves when the server accepts connections. Continues to drain its log, so that a full pipe never blocks it.
 * @param {import('node:child_process').ChildProcess} server
 * @returns {Promise<void>}
 */
export function ready(server) {
  return new Promise((resolve, reject) => {
    let log = ''
    const expire = () => {
      server.kill('SIGKILL')
      reject(new SetupError(`PostgreSQL was not ready within ${START_LIMIT_MS / 1000} s: ${log}`))
    }
    const timer = setTimeout(expire, START_LIMIT_MS)
    server.stderr?.setEncoding('utf8').on('data', (text) => {
      log = (log + text).slice(-4000)
      if (!/ready to accept (read-only )?connections/.test(log)) return
      clearTimeout(timer)
      resolve()
    })
    server.once('error', reject)
    server.once('close', () => {
      clearTimeout(timer)
      const last = log.trim().split('\n').pop() ?? ''
      reject(new SetupError(`PostgreSQL did not start: ${last}`))
    })
  })
}
