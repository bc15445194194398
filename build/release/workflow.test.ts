import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  convertWorkflowTemplate,
  NoOperationTraceWriter,
  parseWorkflow,
} from '@actions/workflow-parser'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { fromRoot, packageJson } from '#build/setup/project.mjs'
import { commandMinutes } from '#build/test/runners.mjs'
import { desktopTestFiles } from '#build/test/test-files.mjs'
import { releaseProblem } from './check-tag.mjs'
import { billOfMaterials } from './sbom.mjs'

const Texts = Type.Record(Type.String(), Type.String())
const Step = Type.Object({
  name: Type.Optional(Type.String()),
  uses: Type.Optional(Type.String()),
  run: Type.Optional(Type.String()),
  shell: Type.Optional(Type.String()),
  env: Type.Optional(Texts),
  with: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
})
const Job = Type.Object({
  'runs-on': Type.String(),
  'timeout-minutes': Type.Integer(),
  permissions: Texts,
  needs: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
  environment: Type.Optional(Type.String()),
  strategy: Type.Optional(Type.Object({ matrix: Type.Object({ include: Type.Array(Texts) }) })),
  env: Type.Optional(Texts),
  steps: Type.Array(Step),
})
const Workflow = Type.Object({
  on: Type.Record(Type.String(), Type.Unknown()),
  permissions: Texts,
  jobs: Type.Record(Type.String(), Job),
})

const folder = fromRoot('.github', 'workflows')
const files = readdirSync(folder)

interface ReadWorkflow {
  text: string
  on: Record<string, unknown>
  permissions: Record<string, string>
  jobs: [name: string, job: typeof Job.static][]
  steps: (typeof Step.static)[]
}

function readWorkflow(name: string): ReadWorkflow {
  const text = readFileSync(join(folder, name), 'utf8')
  const { on, permissions, jobs } = Value.Parse(Workflow, Bun.YAML.parse(text))
  const entries = Object.entries(jobs)
  return { text, on, permissions, jobs: entries, steps: entries.flatMap(([, job]) => job.steps) }
}

/** The first command of a job that ends like this; undefined in other jobs. */
const commandOf = ({ steps }: typeof Job.static, ending: RegExp) =>
  steps.flatMap(({ run }) => run?.trim() ?? []).find((run) => ending.test(run))

/** The command that runs the whole suite; undefined in other jobs. */
const suiteOf = (job: typeof Job.static) => commandOf(job, /\bnpm (test|run test:full)$/)

describe.each(files)('the workflow %s', (name) => {
  const { text, permissions, jobs, steps } = readWorkflow(name)

  test("passes GitHub's own parser: schema, expressions and the contexts they may use", async () => {
    const { context, value } = parseWorkflow({ name, content: text }, new NoOperationTraceWriter())
    expect(context.errors.getErrors().map(({ message }) => message)).toEqual([])
    if (!value) throw new Error('it is empty')
    const template = await convertWorkflowTemplate(context, value)
    expect(template.errors ?? []).toEqual([])
    expect(template.jobs.map(({ id }) => String(id))).toEqual(jobs.map(([id]) => id))
  })

  test('grants nothing but what a job asks for, and no write access to a job with code of the tree', () => {
    expect(permissions).toEqual({})
    for (const [, { permissions: own, steps: ownSteps }] of jobs) {
      if (!Object.values(own).includes('write')) continue
      expect(ownSteps.some(({ uses }) => uses?.includes('checkout'))).toBe(false)
    }
  })

  test('uses only actions of GitHub by full commit, without persisted credentials', () => {
    for (const line of text.split('\n').filter((line) => /\buses:/.test(line))) {
      if (line.endsWith('uses: ./.github/actions/desktop')) continue
      expect(line).toMatch(/uses: actions\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/)
    }
    for (const { uses, with: options } of steps) {
      if (uses?.includes('/checkout@')) expect(options?.['persist-credentials']).toBe(false)
    }
  })

  test('runs the whole suite as root, whose stages install their programs, and with the history', () => {
    for (const [, job] of jobs) {
      const suite = suiteOf(job)
      if (suite === undefined) continue
      expect(suite).toStartWith('sudo env "PATH=$PATH" CI=true npm ')
      const clone = job.steps.find(({ uses }) => uses?.includes('/checkout@'))
      expect(clone?.with?.['fetch-depth']).toBe(0)
    }
  })

  test('a job with the suite outlasts the time limit of its commands, which names what hangs', () => {
    for (const [, job] of jobs) {
      const command = commandOf(job, /\bnpm (test|run test:\w+)$/)
      if (command === undefined) continue
      const TEST_FULL = command.endsWith(':full') ? '1' : ''
      expect(job['timeout-minutes']).toBeGreaterThan(commandMinutes({ CI: 'true', TEST_FULL }))
    }
  })

  test('runs only existing scripts and tests', () => {
    const runs = steps.flatMap(({ run }) => run ?? []).join('\n')
    const named = (pattern: RegExp) => [...runs.matchAll(pattern)].map(([, it = '']) => it)
    for (const script of named(/npm run ([\w:-]+)/g)) {
      expect(packageJson.scripts).toHaveProperty([script])
    }
    for (const file of named(/node (\S+\.mjs)/g)) expect(existsSync(fromRoot(file))).toBe(true)
    for (const start of named(/npm test -- (\S+)/g)) {
      expect(desktopTestFiles().some((file) => file.startsWith(start))).toBe(true)
    }
  })

  test('no expression is interpolated into a command', () => {
    for (const { run = '' } of steps) expect(run).not.toContain('${'.concat('{'))
  })

  test('jobs that see secrets of the repository wait for the environment "release"', () => {
    for (const [, job] of jobs) {
      const isSecret = JSON.stringify(job).includes('secrets')
      expect(job.environment).toBe(isSecret ? 'release' : undefined)
    }
  })

  test('every job has a timeout, of four hours for the nightly matrices at most', () => {
    for (const [, job] of jobs) {
      const limit = name === 'nightly.yml' ? 240 : 120
      expect(job['timeout-minutes']).toBeLessThanOrEqual(limit)
    }
  })
})

/** The steps of each system in the desktop workflow. */
const actionText = readFileSync(fromRoot('.github', 'actions', 'desktop', 'action.yml'), 'utf8')
const desktopAction = Value.Parse(
  Type.Object({ runs: Type.Object({ using: Type.Literal('composite'), steps: Type.Array(Step) }) }),
  Bun.YAML.parse(actionText),
)

test('the action of the desktop workflow keeps the rules of workflows', () => {
  for (const { uses, run, shell } of desktopAction.runs.steps) {
    if (uses !== undefined) expect(uses).toMatch(/^actions\/[\w-]+@[\da-f]{40}$/)
    else expect(shell).toBe('bash')
    expect(run ?? '').not.toContain('${'.concat('{'))
    for (const [, file = ''] of (run ?? '').matchAll(/node (\S+\.mjs)/g)) {
      expect(existsSync(fromRoot(file))).toBe(true)
    }
  }
})

describe('the release workflow', () => {
  const { on, jobs } = readWorkflow('release.yml')
  const job = (name: string) => new Map(jobs).get(name)
  const commands = (name: string) => job(name)?.steps.flatMap(({ run }) => run ?? []) ?? []

  test('starts only at a version tag', () => {
    expect(on).toEqual({ push: { tags: ['v*'] } })
  })

  test('tests before it packs, and checks and starts what it has packed', () => {
    expect(commands('test').join('\n')).toMatch(/ npm test$/m)
    expect(job('pack')?.needs).toBe('test')
    const order = ['npm run dist', 'node build/release/check-package.mjs', 'smoke.mjs smoke']
    const found = order.map((part) => commands('pack').findIndex((run) => run.includes(part)))
    expect(found).toEqual(found.toSorted((a, b) => a - b))
    expect(found).not.toContain(-1)
  })

  test('publishes images of both architectures after the tests, without code of the tree, and attests them', () => {
    expect(job('image')?.needs).toBe('test')
    expect(job('image')?.strategy?.matrix.include.map(({ arch }) => arch)).toEqual([
      'amd64',
      'arm64',
    ])
    const dockerfile = readFileSync(fromRoot('Dockerfile'), 'utf8')
    for (const target of ['server', 'tools']) expect(dockerfile).toContain(` AS ${target}\n`)
    for (const part of ['for target in server tools;', '--sbom=true']) {
      expect(commands('image').join()).toContain(part)
    }
    expect(job('publish-images')?.needs).toBe('image')
    expect(job('publish-images')?.permissions).toEqual({
      packages: 'write',
      'id-token': 'write',
      attestations: 'write',
    })
    const { steps = [] } = job('publish-images') ?? {}
    const attested = steps.flatMap(({ with: options }) => options?.['subject-digest'] ?? [])
    expect(attested).toEqual([
      expect.stringContaining('server-digest'),
      expect.stringContaining('tools-digest'),
    ])
  })

  test('stops at once without the keys of the log, which its notes name', () => {
    const steps = job('test')?.steps ?? []
    const check = steps.findIndex(({ run }) => run?.includes('test -n "$LOG_VKEYS"'))
    const checkTag = steps.findIndex(({ run }) => run?.includes('check-tag.mjs'))
    expect(check).toBe(checkTag + 1)
    expect(steps[check]?.env).toEqual({ LOG_VKEYS: expect.stringContaining('vars.LOG_VKEYS') })
    expect(commands('publish').join()).toContain('$LOG_VKEYS')
  })

  test('reads only variables and secrets that the guide explains', () => {
    const { text } = readWorkflow('release.yml')
    const guide = readFileSync(fromRoot('docs', 'RELEASE.md'), 'utf8')
    const names = [...text.matchAll(/\b(?:vars|secrets)\.([A-Z_]+)/g)].map(([, name = '']) => name)
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([])
  })

  test('publishes only what it has attested', () => {
    expect(job('publish')?.needs).toEqual(['pack', 'attest'])
    expect(job('publish')?.permissions).toEqual({ contents: 'write' })
    expect(job('attest')?.permissions).toEqual({ 'id-token': 'write', attestations: 'write' })
  })
})

test('the test workflow runs the whole suite with the history at each push and pull request', () => {
  const { on, jobs, steps } = readWorkflow('test.yml')
  expect(Object.keys(on)).toEqual(['push', 'pull_request', 'workflow_dispatch'])
  expect(on.push).toEqual({ branches: ['main'] })
  expect(jobs).toHaveLength(1)
  const checkout = steps.find(({ uses }) => uses?.includes('/checkout@'))
  expect(checkout?.with).toEqual({ 'fetch-depth': 0, 'persist-credentials': false })
  const setup = steps.find(({ uses }) => uses?.includes('/setup-node@'))
  expect(setup?.with?.['node-version']).toMatch(/^22\./)
  expect(steps.at(-1)?.run).toEndWith(' npm test')
})

test('the desktop workflow runs the journey and the packed app on three systems, on Linux also on Wayland', () => {
  const { on, jobs } = readWorkflow('desktop.yml')
  expect(Object.keys(on)).toEqual(['push', 'pull_request', 'schedule', 'workflow_dispatch'])
  const included = jobs.flatMap(([, job]) => job.strategy?.matrix.include ?? [])
  expect(included.map(({ session, system }) => session ?? system)).toEqual([
    'x11',
    'wayland',
    'mac',
    'windows',
  ])
  for (const { display = '' } of included) {
    for (const [script] of display.matchAll(/\S+\.mjs/g))
      expect(existsSync(fromRoot(script))).toBe(true)
  }
  const paths = Value.Parse(Type.Object({ paths: Type.Array(Type.String()) }), on.push).paths
  expect(
    Value.Parse(Type.Object({ paths: Type.Array(Type.String()) }), on.pull_request).paths,
  ).toEqual(paths)
  // Imported by the journey.
  for (const folder of ['api', 'tests/support', 'tests/browser/support']) {
    expect(paths).toContain(`${folder}/**`)
  }
  const runs = desktopAction.runs.steps.flatMap(({ run }) => run ?? []).join('\n')
  for (const part of ['tests/desktop/real-electron', 'check-package.mjs', 'smoke.mjs smoke']) {
    expect(runs).toContain(part)
  }
})

test('the deployment workflow runs on everything that enters the images and on its own tests', () => {
  const { on } = readWorkflow('deployment.yml')
  const { paths } = Value.Parse(Type.Object({ paths: Type.Array(Type.String()) }), on.push)
  const ignored = readFileSync(fromRoot('.dockerignore'), 'utf8')
  const sources = [...ignored.matchAll(/^!(.+)$/gm)].map(([, name = '']) => name)
  expect(sources.length).toBeGreaterThan(10)
  const needed = [...sources, 'deploy', 'tests/deploy', 'tests/support', 'Dockerfile']
  const isCovered = (name: string) => paths.includes(name) || paths.includes(`${name}/**`)
  // The license is no part of what runs.
  expect(needed.filter((name) => !isCovered(name))).toEqual(['LICENSE'])
})

test('a release needs the tag of its version, and its dated heading in both pages of changes', () => {
  const { version } = packageJson
  const dated = `# Page\n\n## ${version} (2026-12-01)\n`
  expect(releaseProblem(`v${version}`, () => dated)).toBeNull()
  expect(releaseProblem('v99.0.0', () => dated)).toContain('v99.0.0')
  expect(releaseProblem('', () => dated)).toContain(version)
  const without = (missing: string) => (page: string) =>
    page === missing ? `## ${version} (not yet released)` : dated
  for (const page of ['CHANGELOG.md', 'docs/UPGRADING.md']) {
    expect(releaseProblem(`v${version}`, without(page))).toStartWith(page)
    expect(readFileSync(fromRoot(page), 'utf8')).toContain(`\n## ${version} (`)
  }
  const check = fromRoot('build', 'release', 'check-tag.mjs')
  expect(Bun.spawnSync(['node', check, 'v99.0.0']).exitCode).toBe(1)
})

test('the bill of materials lists every package of the registry once', () => {
  const { components } = billOfMaterials(readFileSync(fromRoot('bun.lock'), 'utf8'))
  const names = components.map(({ purl }) => purl)
  expect(names).toContain(`pkg:npm/electron@${packageJson.devDependencies.electron}`)
  expect(names).toContain(
    `pkg:npm/%40napi-rs/keyring@${packageJson.devDependencies['@napi-rs/keyring']}`,
  )
  expect(new Set(names).size).toBe(names.length)
  for (const { hashes } of components) expect(hashes[0]?.content).toMatch(/^[\da-f]{128}$/)
})
