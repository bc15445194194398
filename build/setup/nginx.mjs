import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDebianPackage } from './apt.mjs'
import { SetupError } from './command.mjs'

/** Time limit of a start (ms). */
const START_LIMIT_MS = 60_000
/** Debian's folder of servers may be missing in PATH. */
const SERVER = '/usr/sbin/nginx'

/** Installs Debian's nginx if there is none. */
export function ensureNginx() {
  ensureDebianPackage('nginx-light', () => existsSync(SERVER), 'nginx')
}

/**
 * Starts nginx with a file for its conf.d, on plain HTTP at 127.0.0.1. Only places differ from the file: its
 * port, upstreams, certificate, log and folder of the cache.
 * @param {{ conf: string, port: number, upstreams: Record<string, string> }} options `upstreams` maps
 * addresses of the file to other ones
 * @returns {Promise<{ stop: () => Promise<void> }>}
 */
export async function startNginx({ conf, port, upstreams }) {
  ensureNginx()
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-nginx-'))
  const places = {
    'listen 443 ssl;': `listen 127.0.0.1:${port};`,
    'listen [::]:443 ssl;': '',
    'ssl_certificate /etc/ssl/tidemark.pem;': '',
    'ssl_certificate_key /etc/ssl/tidemark.key;': '',
    'error_log /var/log/nginx/error.log alert;': '',
    '/var/lib/nginx/tidemark': join(folder, 'cache'),
    ...upstreams,
  }
  const site = Object.entries(places).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new SetupError(`nginx's configuration has no ${from}`)
    return text.replaceAll(from, to)
  }, conf)
  mkdirSync(join(folder, 'temp'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, 'temp', kind)};`,
  )
  const main = [
    // Its workers keep the user of this process, to whom the folder belongs.
    process.getuid?.() === 0 ? 'user root;' : '',
    'daemon off;',
    `pid ${join(folder, 'pid')};`,
    'events {}',
    `http {\naccess_log off;\n${temporary.join('\n')}\n${site}\n}`,
  ]
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, main.join('\n'))
  const child = spawn(SERVER, ['-c', file, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    log = (log + text).slice(-4000)
  })
  const isGone = new Promise((resolve) => child.once('close', resolve))
  const atExit = () => child.kill('SIGTERM')
  process.once('exit', atExit)
  const stop = async () => {
    process.off('exit', atExit)
    // Not SIGKILL, which would leave its workers.
    child.kill('SIGTERM')
    await isGone
    rmSync(folder, { recursive: true, force: true })
  }
  for (const end = performance.now() + START_LIMIT_MS; !(await accepts(port)); ) {
    if (child.exitCode !== null || performance.now() > end) {
      await stop()
      throw new SetupError(`nginx did not start: ${log.trim()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return { stop }
}

/** @param {number} port @returns {Promise<boolean>} whether something listens at 127.0.0.1 */
function accepts(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
