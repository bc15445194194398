import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dashboardExpressions } from './dashboard.ts'

const rules = join(import.meta.dir, '../../deploy/prometheus/rules.yml')

function promtool(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`promtool ${args.join(' ')}\n${stdout}${stderr}`)
  return stdout
}

test('promtool accepts the alert rules', () => {
  expect(promtool('check', 'rules', rules)).toContain('SUCCESS')
})

test.each(['alert-rules.yml', 'alert-rules-of-days.yml'])(
  'alerts fire at what they are for, and are quiet otherwise (%s)',
  (file) => {
    expect(promtool('test', 'rules', join(import.meta.dir, file))).toContain('SUCCESS')
  },
)

test('promtool accepts the expressions of the dashboard', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-dashboard-'))
  const file = join(folder, 'rules.yml')
  const recorded = dashboardExpressions().map((expr, index) => ({ record: `panel:${index}`, expr }))
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: recorded }] }))
  expect(promtool('check', 'rules', file)).toContain(`${recorded.length} rules found`)
  rmSync(folder, { recursive: true })
})
