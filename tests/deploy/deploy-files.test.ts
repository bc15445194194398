import { expect, test } from 'bun:test'
import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { AUTHORITIES } from '#api/commands/backup/postgres-tools.ts'
import { fromRoot, packageJson } from '#build/setup/project.mjs'
import { privacy } from '#shared/i18n/legal/privacy.ts'
import { run } from './commands.ts'
import { readGuide } from './guide.ts'

// What needs neither containers nor Helm, whose own tests run in the full suite.

const read = (...path: string[]) => Bun.file(fromRoot(...path)).text()
const chart = (...path: string[]) => read('deploy', 'helm', ...path)

test('the health check of the image reaches its server past a proxy', async () => {
  const [, command = '[]'] =
    /^HEALTHCHECK .*\n +CMD (\[.*\])$/m.exec(await read('Dockerfile')) ?? []
  const args = Value.Parse(Type.Array(Type.String()), JSON.parse(command))
  using server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('ok') })
  const proxy = 'http://127.0.0.1:9'
  for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY']) {
    const child = Bun.spawn(
      args.map((part) => (part === '/app/bun' ? process.execPath : part)),
      { env: { PORT: `${server.port}`, [name]: proxy }, stderr: 'ignore' },
    )
    expect([name, await child.exited]).toEqual([name, 0])
  }
})

test('the image of the tools has the authorities of the server where they are looked for', async () => {
  const dockerfile = await read('Dockerfile')
  const [, script = '', file = ''] = /^RUN \/app\/bun -p "(.*)" >(\S+)$/m.exec(dockerfile) ?? []
  const [, stage = ''] = /^(FROM \S+ AS tools\n[\s\S]*?)^FROM /m.exec(dockerfile) ?? []
  expect(stage).toContain(`\nCOPY --from=build ${file} ${AUTHORITIES[0]}\n`)
  const { output } = await run([process.execPath, '-p', script])
  const certificates = output.match(/-----BEGIN[\s\S]*?-----END CERTIFICATE-----/g) ?? []
  expect(certificates).toHaveLength(rootCertificates.length)
  for (const text of certificates) expect(new X509Certificate(text).ca).toBe(true)
})

test('copies of backups elsewhere are removed within the days of the privacy policy', async () => {
  const { blocks } = privacy.texts['en-US'].sections.retention
  const promised = Number(/backups .* within (\d+) days/.exec(JSON.stringify(blocks))?.[1])
  const compose = await read('deploy', 'compose.yaml')
  const kept = Number(/BACKUP_KEEP:-(\d+)/.exec(compose)?.[1])
  const { block } = await readGuide('## Backups on another machine')
  const [options, within] =
    /restic forget .* --tag daily (--keep-within (\d+)d) --prune/.exec(block('sh', 1))?.slice(1) ??
    []
  expect(options).toBeDefined()
  // A copy has the backups of the days before it.
  expect(Number(within) + kept).toBeLessThan(promised)
})

test('the version of the chart is that of the product', async () => {
  const { version } = packageJson
  expect(Bun.YAML.parse(await chart('Chart.yaml'))).toMatchObject({ version, appVersion: version })
})

test('a rollout in Kubernetes may take as long as a start', async () => {
  const text = await chart('templates', 'deployment.yaml')
  const [, startup = ''] = /startupProbe:([\s\S]*?)livenessProbe:/.exec(text) ?? []
  const of = (name: string) => Number(new RegExp(`${name}: (\\d+)`).exec(startup)?.[1])
  const start = of('periodSeconds') * of('failureThreshold')
  expect(start).toBe(1800)
  const [, deadline] = /progressDeadlineSeconds: (\d+)/.exec(text) ?? []
  expect(Number(deadline)).toBeGreaterThan(start)
})

test('a pod without DATABASE_URL refuses to start, and the guide waits for the database that has it', async () => {
  expect(await chart('templates', '_helpers.tpl')).toMatch(/- name: REUSE_PORT\s+value: "1"/)
  const { block } = await readGuide('## With Kubernetes', 'DEPLOY.md')
  const [applied, waited, secret] = block('sh')
    .split('\n')
    .map((line) => line.split(' ').slice(0, 2).join(' '))
  expect([applied, waited, secret]).toEqual(['kubectl apply', 'kubectl wait', 'kubectl create'])
})
