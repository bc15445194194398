import { spawn, spawnSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDebianCommand } from './apt.mjs'
import { SetupError } from './command.mjs'

/** Time limit of a start (ms). */
const START_LIMIT_MS = 60_000

/** Installs Debian's Caddy if there is none. */
export function ensureCaddy() {
  ensureDebianCommand('caddy', 'caddy', 'Caddy')
}

/** @param {string} folder of Caddy's data @param {string} name of a certificate */
const certificate = (folder, name) => join(folder, 'caddy', 'pki', 'authorities', 'local', name)

/** The certificate that clients have to trust. @param {string} folder of Caddy's data */
export const rootOf = (folder) => certificate(folder, 'root.crt')

/**
 * The key of the authority that signs sites, as Chromium names it: base64 of its SHA-256.
 * @param {string} folder of Caddy's data
 */
export function signerKeyOf(folder) {
  const { publicKey } = new X509Certificate(readFileSync(certificate(folder, 'intermediate.crt')))
  const der = publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(der).digest('base64')
}

/**
 * Creates a certificate authority in a new folder that several Caddys share; removed at exit.
 * @returns {Promise<string>} the folder of Caddy's data
 */
export async function createAuthority() {
  ensureCaddy()
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-authority-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const caddy = await launch(folder, { pki: pkiApp() })
  await caddy.stop()
  if (!existsSync(rootOf(folder))) throw new SetupError('Caddy made no certificate authority')
  return folder
}

/** The authority of names under localhost, which no store of the system has to trust. */
const pkiApp = () => ({ certificate_authorities: { local: { install_trust: false } } })

/**
 * Certificates for six days instead of twelve hours: under libfaketime, Caddy as a Go program keeps the real
 * time while its clients are days ahead. The signer's own certificate lasts seven.
 * @param {string[]} subjects
 */
const tlsApp = (subjects) => ({
  automation: { policies: [{ subjects, issuers: [{ module: 'internal', lifetime: '144h' }] }] },
})

/**
 * Starts Caddy with a Caddyfile. Only places differ from it: upstreams, and the port of plain HTTP.
 * @param {{
 *   folder: string
 *   caddyfile: string
 *   environment: Record<string, string>
 *   upstreams: Record<string, string>
 *   httpPort: number
 * }} options `folder` is createAuthority's; `upstreams` maps addresses of the Caddyfile to other ones
 */
export async function startCaddy({ folder, caddyfile, environment, upstreams, httpPort }) {
  ensureCaddy()
  const file = join(mkdtempSync(join(folder, 'config-')), 'Caddyfile')
  writeFileSync(file, caddyfile)
  const { status, stdout, stderr } = spawnSync('caddy', ['adapt', '--config', file], {
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  })
  if (status !== 0) throw new SetupError(`Caddy refuses the Caddyfile: ${stderr.trim()}`)
  const text = Object.entries(upstreams).reduce((json, [from, to]) => {
    const dial = JSON.stringify({ dial: from })
    if (!json.includes(dial)) throw new SetupError(`the Caddyfile has no upstream ${from}`)
    return json.replaceAll(dial, JSON.stringify({ dial: to }))
  }, stdout)
  const { http } = JSON.parse(text).apps
  /** @type {{ routes: { match: { host: string[] }[] }[] }[]} */
  const servers = Object.values(http.servers)
  const hosts = servers.flatMap(({ routes }) => routes.flatMap(({ match }) => match[0]?.host ?? []))
  return launch(folder, {
    http: { ...http, http_port: httpPort },
    tls: tlsApp(hosts),
    pki: pkiApp(),
  })
}

/**
 * @param {string} folder
 * @param {object} apps
 */
async function launch(folder, apps) {
  const config = {
    admin: { disabled: true, config: { persist: false } },
    logging: { logs: { default: { level: 'INFO' } } },
    apps,
  }
  const file = join(mkdtempSync(join(folder, 'config-')), 'caddy.json')
  writeFileSync(file, JSON.stringify(config))
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn('caddy', ['run', '--config', file], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const isGone = new Promise((resolve) => child.once('close', resolve))
  const atExit = () => child.kill('SIGKILL')
  process.once('exit', atExit)
  await started(child)
  return {
    async stop() {
      process.off('exit', atExit)
      child.kill('SIGKILL')
      await isGone
    },
  }
}

/**
 * Resolves when Caddy serves its configuration. Continues to drain its log.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<void>}
 */
function started(child) {
  return new Promise((resolve, reject) => {
    let log = ''
    const fail = (/** @type {string} */ reason) => {
      child.kill('SIGKILL')
      reject(new SetupError(`Caddy ${reason}: ${log.trim().split('\n').pop() ?? ''}`))
    }
    const limit = setTimeout(() => fail('did not start in time'), START_LIMIT_MS)
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      log = (log + text).slice(-8000)
      if (log.includes('serving initial configuration')) {
        clearTimeout(limit)
        resolve()
      }
    })
    child.once('error', reject)
    child.once('close', () => {
      clearTimeout(limit)
      fail('ended')
    })
  })
}
