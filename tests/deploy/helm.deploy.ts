import { beforeAll, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { configWarnings } from '#api/infrastructure/config.ts'
import { ensureDebianPackage } from '#build/setup/apt.mjs'
import { findInPath, fromRoot } from '#build/setup/project.mjs'
import { ensureToolFolder } from '#build/setup/tool-folder.mjs'
import { within } from '#tests/support/eventually.ts'
import { readGuide } from './guide.ts'
import { KUBECTL } from './kubectl-stand-in.ts'

// The chart, rendered by Go's templates with Sprig as Helm does it, against schemas and types of Kubernetes.

const LIMIT_MS = 300_000
const CHART = fromRoot('deploy', 'helm')
const TOOLS = 'tests/deploy/helm/tools'

const KubernetesObject = Type.Object({
  apiVersion: Type.String(),
  kind: Type.String(),
  metadata: Type.Object({ name: Type.String() }),
})
type KubernetesObject = typeof KubernetesObject.static & Record<string, unknown>
type Values = Record<string, unknown>

const LEAST = {
  publicUrl: 'https://tidemark.example',
  existingSecret: 'tidemark',
  image: { repository: 'ghcr.io/example/tidemark/server' },
  backup: { repository: 'ghcr.io/example/tidemark/tools' },
}
const MOST = {
  ...LEAST,
  publicUrl: 'https://tidemark.example:8443',
  image: { ...LEAST.image, digest: `sha256:${'0'.repeat(64)}` },
  imagePullSecrets: [{ name: 'registry' }],
  settings: { PRICE_FEED: 'auto', STREAMS_MAX: 20_000 },
  trustedProxies: ['10.1.0.0/16'],
  podAnnotations: { 'example.com/team': 'tides' },
  nodeSelector: { 'kubernetes.io/arch': 'arm64' },
  tolerations: [{ key: 'spot', operator: 'Exists' }],
  affinity: { podAntiAffinity: {} },
  ingress: {
    className: 'nginx',
    annotations: { 'cert-manager.io/issuer': 'ca' },
    tlsSecret: 'tls',
  },
  metricsFrom: [{ namespaceSelector: { matchLabels: { name: 'monitoring' } } }],
  backup: { ...LEAST.backup, existingClaim: 'backups' },
}

let folder = ''

beforeAll(() => {
  const sprig = '/usr/share/gocode/src/github.com/Masterminds/sprig/doc.go'
  ensureDebianPackage('golang-go', () => findInPath('go') !== undefined, 'Go')
  for (const [name, file] of [
    ['golang-github-masterminds-sprig-dev', sprig],
    ['golang-k8s-sigs-yaml-dev', '/usr/share/gocode/src/sigs.k8s.io/yaml/yaml.go'],
  ] as const) {
    ensureDebianPackage(name, () => Bun.spawnSync(['test', '-e', file]).exitCode === 0, name)
  }
  ensureToolFolder(process.execPath, TOOLS, 'the models of Kubernetes')
  folder = mkdtempSync(join(tmpdir(), 'tidemark-chart-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}, LIMIT_MS)

async function run(command: string[], input: string, env: Record<string, string> = {}) {
  const child = Bun.spawn(command, {
    stdin: new Blob([input]),
    stdout: 'pipe',
    stderr: 'pipe',
    env: { ...process.env, ...env },
  })
  const output = Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  const [out, errors, code] = await within(output, command.slice(0, 2).join(' '), LIMIT_MS)
  if (code !== 0) throw new Error(errors.trim())
  return out
}

const parse = (object: unknown): KubernetesObject => {
  if (!Value.Check(KubernetesObject, object)) throw new Error('this is no object of Kubernetes')
  return { ...object }
}

async function render(values: Values): Promise<KubernetesObject[]> {
  const file = join(folder, 'values.json')
  await Bun.write(file, JSON.stringify(values))
  const script = fromRoot('tests', 'deploy', 'helm', 'render.go')
  const env = { GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOCACHE: join(folder, 'go') }
  const lines = await run(['go', 'run', script, CHART, 'site', file], '', env)
  return lines
    .trim()
    .split('\n')
    .map((line) => parse(JSON.parse(line)))
}

const readYaml = async (file: string): Promise<Values> =>
  Value.Parse(
    Type.Record(Type.String(), Type.Unknown()),
    Bun.YAML.parse(await Bun.file(file).text()),
  )

/** Mistakes of values and objects, a line each. */
async function mistakesOf(values: Values, objects: readonly object[]): Promise<string[]> {
  const defaults = await readYaml(join(CHART, 'values.yaml'))
  const script = fromRoot(TOOLS, 'check.mjs')
  const tsc = fromRoot('node_modules', 'typescript', 'bin', 'tsc')
  const command = ['node', script, tsc, join(CHART, 'values.schema.json')]
  const input = JSON.stringify({ values: { ...defaults, ...values }, objects })
  return Value.Parse(Type.Array(Type.String()), JSON.parse(await run(command, input)))
}

test.each([
  ['the least', LEAST, 6],
  ['the most', MOST, 6],
  [
    'one instance without backup and ingress',
    { ...LEAST, replicas: 1, backup: { enabled: false }, ingress: { enabled: false } },
    2,
  ],
])(
  'with %s values its objects are what Kubernetes takes',
  async (_, values, count) => {
    const objects = await render(values)
    expect(objects).toHaveLength(count)
    expect(await mistakesOf(values, objects)).toEqual([])
  },
  LIMIT_MS,
)

test(
  'a misspelled field and wrong values are mistakes',
  async () => {
    const [first] = await render(LEAST)
    const object = { ...first, spek: {} }
    expect(await mistakesOf(LEAST, [object])).toEqual([expect.stringContaining('\'"spek"\'')])
    for (const values of [
      { ...LEAST, publicUrl: 'http://tidemark.example' },
      { ...LEAST, existingSecret: '' },
      { ...LEAST, replica: 3 },
    ]) {
      expect(await mistakesOf(values, [])).toHaveLength(1)
    }
    const { backup: _, ...withoutTools } = LEAST
    await expect(render(withoutTools)).rejects.toThrow(
      'backup.repository is the image of the tools',
    )
  },
  LIMIT_MS,
)

test(
  'its settings are settings of the server, and the host is that of the site',
  async () => {
    const text = JSON.stringify(await render(MOST))
    const names = [...text.matchAll(/"name":"([A-Z][A-Z0-9_]+)"/g)].map(([, name = '']) => name)
    expect(names.length).toBeGreaterThanOrEqual(5)
    const envFile = names.map((name) => `${name}=1`).join('\n')
    expect(configWarnings(envFile, {})).toEqual([])
    expect(text).toContain('"host":"tidemark.example"')
    expect(text).toContain(`server@sha256:${'0'.repeat(64)}`)
  },
  LIMIT_MS,
)

test(
  'the example of a cluster is what CloudNativePG takes',
  async () => {
    const cluster = parse(await readYaml(join(CHART, 'cloudnative-pg.yaml')))
    expect(await mistakesOf(LEAST, [cluster])).toEqual([])
  },
  LIMIT_MS,
)

const Container = Type.Object({ args: Type.Array(Type.String()) })
const CronJob = Type.Object({
  spec: Type.Object({
    jobTemplate: Type.Object({
      spec: Type.Object({
        backoffLimit: Type.Number(),
        template: Type.Object({ spec: Type.Object({ containers: Type.Tuple([Container]) }) }),
      }),
    }),
  }),
})

test(
  'commands of the guide are Jobs with image, Secret and claim of the backup, while no instance runs',
  async () => {
    const cronJob = (await render(LEAST)).find(({ kind }) => kind === 'CronJob')
    if (!Value.Check(CronJob, cronJob)) throw new Error('the chart has no CronJob')
    const { spec } = cronJob.spec.jobTemplate
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    await Bun.write(
      join(bin, 'job.json'),
      JSON.stringify({ apiVersion: 'batch/v1', kind: 'Job', spec }),
    )
    await Bun.write(join(bin, 'log'), '')
    await Bun.write(join(bin, 'kubectl'), KUBECTL)
    chmodSync(join(bin, 'kubectl'), 0o755)
    const { block } = await readGuide('## With Kubernetes', 'DEPLOY.md')
    const path = [bin, dirname(process.execPath), process.env.PATH].join(':')
    await run(['sh', '-ec', `${block('sh', 1)}\n${block('sh', 2)}`], '', { PATH: path })
    const lines = (await Bun.file(join(bin, 'log')).text()).trim().split('\n')
    expect(lines.map((line) => line.split(' ')[0])).toEqual([
      ...['create', 'logs', 'wait', 'create', 'logs', 'wait'],
      ...['scale', 'wait', 'create', 'logs', 'wait', 'scale'],
    ])
    const jobs = lines
      .filter((line) => line.startsWith('create '))
      .map((line) => parse(JSON.parse(line.slice('create '.length))))
    expect(await mistakesOf(LEAST, jobs)).toEqual([])
    const main = ['/app/bun', '--no-env-file', '/app/api/main.ts']
    const commands = [
      [...main, 'backup', '/backups/before-the-move.dump'],
      ['ls', '-l', '/backups'],
      [...main, 'restore', '--force', expect.stringMatching(/^\/backups\/tidemark-\w+\.backup$/)],
    ]
    const { template } = spec
    const [{ args: _, ...container }] = template.spec.containers
    const podOf = (command: unknown[]) => ({
      ...template.spec,
      containers: [{ ...container, command }],
    })
    expect(jobs.map((job) => job.spec)).toEqual(
      commands.map((command) => ({
        backoffLimit: 0,
        template: { ...template, spec: podOf(command) },
      })),
    )
  },
  LIMIT_MS,
)
