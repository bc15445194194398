import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDebianPackage } from './apt.mjs'
import { SetupError } from './command.mjs'
import { serverUser } from './postgres-cluster.mjs'
import { findInPath } from './project.mjs'

/** Debian's folder of servers may be missing in PATH. */
const findPgBouncer = () => ['/usr/sbin/pgbouncer', findInPath('pgbouncer') ?? ''].find(existsSync)

/** Installs Debian's PgBouncer if there is none. */
export function ensurePgBouncer() {
  ensureDebianPackage('pgbouncer', () => findPgBouncer() !== undefined, 'PgBouncer')
}

/**
 * Starts a PgBouncer for all databases of a PostgreSQL server, reachable only through 127.0.0.1; installs
 * Debian's package if there is none. Clients log in as the user of `serverUrl`, without a password.
 * @param {string} serverUrl
 * @param {number} port a free port
 * @param {'transaction' | 'session'} mode
 * @returns {Promise<{ stop: () => Promise<void> }>}
 */
export async function startPgBouncer(serverUrl, port, mode) {
  ensurePgBouncer()
  const server = new URL(serverUrl)
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-pgbouncer-'))
  const owner = serverUser()
  const file = join(folder, 'pgbouncer.ini')
  const login = `user=${server.username} password=${decodeURIComponent(server.password)}`
  const lines = [
    '[databases]',
    `* = host=${server.hostname} port=${server.port} ${login}`,
    '[pgbouncer]',
    `pool_mode = ${mode}`,
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'max_client_conn = 200',
    'default_pool_size = 40',
  ]
  writeFileSync(file, lines.join('\n'))
  if (owner.uid !== undefined) {
    chownSync(folder, owner.uid, owner.gid)
    chownSync(file, owner.uid, owner.gid)
  }
  const child = spawn(findPgBouncer() ?? '', [file], {
    ...owner,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const isGone = new Promise((resolve) => child.once('close', resolve))
  const atExit = () => child.kill('SIGKILL')
  process.once('exit', atExit)
  const stop = async () => {
    process.off('exit', atExit)
    child.kill('SIGKILL')
    await isGone
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await ready(child)
    return { stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Resolves when the pooler accepts connections. Continues to drain its log, so that a full pipe never
 * blocks it.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<void>}
 */
function ready(child) {
  return new Promise((resolve, reject) => {
    let log = ''
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      log = (log + text).slice(-4000)
      if (log.includes('process up')) resolve()
    })
    child.once('error', reject)
    child.once('close', () => {
      reject(new SetupError(`PgBouncer did not start: ${log.trim().split('\n').pop() ?? ''}`))
    })
  })
}
