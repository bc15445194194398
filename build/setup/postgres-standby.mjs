import { spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from './command.mjs'
import { freePort } from './free-port.mjs'
import { ensurePostgres, ready, serverUser, settings } from './postgres-cluster.mjs'

/**
 * Starts a streaming standby of a temporary server (see startCluster), reachable only through 127.0.0.1;
 * it has the same roles. `SELECT pg_promote()` makes it a primary.
 * @param {string} primaryUrl of the superuser
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startStandby(primaryUrl) {
  const binaries = ensurePostgres()
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-standby-'))
  const owner = serverUser()
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const as = { ...owner, cwd: folder, env: { PATH: process.env.PATH } }
  const data = join(folder, 'data')
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  try {
    const copy = ['-D', data, '-d', primaryUrl, '--write-recovery-conf', '--checkpoint=fast']
    const backup = join(binaries, 'pg_basebackup')
    runCommand('A standby could not be created', backup, [...copy, '--no-sync'], as)
    const port = await freePort()
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const args = ['-D', data, '-p', `${port}`, ...flags]
    const server = spawn(join(binaries, 'postgres'), args, {
      ...as,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const isGone = new Promise((resolve) => server.once('close', resolve))
    const atExit = () => server.kill('SIGQUIT')
    process.once('exit', atExit)
    await ready(server)
    const url = new URL(primaryUrl)
    url.port = `${port}`
    return {
      url: url.href,
      stop: async () => {
        process.off('exit', atExit)
        server.kill('SIGQUIT')
        await isGone
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}
