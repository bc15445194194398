import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromRoot } from '#build/setup/project.mjs'
import { run } from './commands.ts'

// The unit is checked, not started: containers and build machines seldom run systemd.
describe.skipIf(Bun.which('systemd-analyze') === null)('deploy/tidemark@.service', () => {
  let folder: string
  let unit: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-unit-'))
    unit = join(folder, 'tidemark@9101.service')
    const text = await Bun.file(fromRoot('deploy', 'tidemark@.service')).text()
    // The check demands an existing program.
    await Bun.write(unit, text.replace('/opt/tidemark/bun ', '/bin/true '))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('has no setting that systemd does not know', async () => {
    const { output } = await run(['systemd-analyze', 'verify', '--man=no', unit])
    expect(output).not.toContain('tidemark@')
  })

  test('is started again for as long as it fails', async () => {
    const text = await Bun.file(unit).text()
    expect(text).toMatch(/^StartLimitIntervalSec=0$/m)
    expect(text).toMatch(/^Restart=on-failure$/m)
    // systemd-notify is another process than the server.
    expect(text).toMatch(/^Type=notify\nNotifyAccess=all$/m)
  })

  test('is rated 1.4 or better', async () => {
    const args = ['security', '--offline=true', '--no-pager', '--threshold=14', unit]
    const { code, output } = await run(['systemd-analyze', ...args], { allowFailure: true })
    expect(output).toContain('Overall exposure level')
    expect(code).toBe(0)
  })
})
