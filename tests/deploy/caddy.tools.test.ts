import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#build/setup/free-port.mjs'
import { fromRoot } from '#build/setup/project.mjs'
import { eventually } from '#tests/support/eventually.ts'

test('the log of Caddy tells of a failed request, but not whose it was', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-caddy-'))
  const url = `http://127.0.0.1:${await freePort()}`
  const file = join(folder, 'Caddyfile')
  const shipped = await Bun.file(fromRoot('deploy', 'Caddyfile')).text()
  // Its port is fixed.
  await Bun.write(file, shipped.replace('{\n', '{\n\tadmin off\n'))
  const caddy = Bun.spawn(['caddy', 'run', '--config', file], {
    env: {
      ...process.env,
      PUBLIC_URL: url,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
    stderr: 'pipe',
  })
  const log = new Response(caddy.stderr).text()
  try {
    // No instance answers to the names of the composition.
    const fail = () => fetch(`${url}/?visitor`, { headers: { 'user-agent': 'visitor' } })
    await eventually(async () => (await fail().catch(() => null))?.status === 503)
  } finally {
    caddy.kill()
    await caddy.exited
    rmSync(folder, { recursive: true, force: true })
  }
  expect(await log).toContain('"logger":"http.log.error"')
  expect(await log).not.toMatch(/visitor|remote_ip|client_ip/)
}, 60_000)
