import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDebianCommand } from './apt.mjs'
import { SetupError } from './command.mjs'

/** Time limit of a start (ms): it needs milliseconds, beside other work seconds. */
const START_LIMIT_MS = 60_000

/** Installs Debian's Redis package if there is no server. */
export function ensureRedis() {
  ensureDebianCommand('redis-server', 'redis-server', 'a Redis server')
}

/**
 * Starts a temporary Redis reachable only through 127.0.0.1 with a password, random by default.
 *
 * `stop()` ends it and removes the folder; `kill()` ends it like a crash and `launch()` starts it again at
 * the same address; `freeze()` suspends it with open connections until `thaw()`.
 * @param {number} port a free port
 * @param {string} [password] of a server that this one replaces
 */
export async function startRedis(port, password = crypto.randomUUID()) {
  ensureRedis()
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-redis-'))
  const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--requirepass', password]
  const launch = async () => {
    const child = spawn('redis-server', [...args, '--save', '', '--dir', folder], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const isGone = new Promise((resolve) => child.once('close', resolve))
    await ready(child)
    return { child, isGone }
  }
  const end = async () => {
    running.child.kill('SIGKILL')
    await running.isGone
  }
  const atExit = () => running.child.kill('SIGKILL')
  let running = await launch()
  process.once('exit', atExit)
  return {
    url: `redis://:${password}@127.0.0.1:${port}`,
    kill: end,
    launch: async () => {
      running = await launch()
    },
    freeze: () => running.child.kill('SIGSTOP'),
    thaw: () => running.child.kill('SIGCONT'),
    stop: async () => {
      process.off('exit', atExit)
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Resolves when the server accepts connections. Continues to drain its log, so that a full pipe never
 * blocks it.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<void>}
 */
function ready(child) {
  return new Promise((resolve, reject) => {
    let log = ''
    const expire = () => {
      child.kill('SIGKILL')
      reject(new SetupError(`Redis was not ready within ${START_LIMIT_MS / 1000} s: ${log}`))
    }
    const timer = setTimeout(expire, START_LIMIT_MS)
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      log = (log + text).slice(-4000)
      if (!log.includes('Ready to accept connections')) return
      clearTimeout(timer)
      resolve()
    })
    child.once('error', reject)
    child.once('close', () => {
      clearTimeout(timer)
      reject(new SetupError(`Redis did not start: ${log.trim().split('\n').pop() ?? ''}`))
    })
  })
}
