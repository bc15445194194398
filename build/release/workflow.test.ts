import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { fromRoot, packageJson } from '#build/setup/project.mjs'

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
  env: Type.Optional(Texts),
  steps: Type.Array(Step),
})
const Workflow = Type.Object({
  on: Type.Object({ push: Type.Object({ tags: Type.Array(Type.String()) }) }),
  permissions: Texts,
  jobs: Type.Record(Type.String(), Job),
})

const text = readFileSync(fromRoot('.github', 'workflows', 'release.yml'), 'utf8')
const workflow = Value.Parse(Workflow, Bun.YAML.parse(text))
const jobs = Object.entries(workflow.jobs)
const steps = jobs.flatMap(([, job]) => job.steps)

describe('the release workflow', () => {
  test('starts only at a version tag', () => {
    expect(Object.keys(workflow.on)).toEqual(['push'])
    expect(workflow.on.push).toEqual({ tags: ['v*'] })
  })

  test('grants write access to one scope in the one job that runs no code of the tree', () => {
    expect(workflow.permissions).toEqual({})
    for (const [name, { permissions, steps: own }] of jobs) {
      const isPublishing = name === 'publish'
      expect(permissions).toEqual({ contents: isPublishing ? 'write' : 'read' })
      if (isPublishing) expect(own.some(({ uses }) => uses?.includes('checkout'))).toBe(false)
    }
  })

  test('uses only actions of GitHub, without persisted credentials', () => {
    for (const { uses, with: options } of steps) {
      if (uses === undefined) continue
      expect(uses).toStartWith('actions/')
      if (uses.includes('/checkout@')) expect(options).toEqual({ 'persist-credentials': false })
    }
  })

  test('runs only existing scripts', () => {
    const runs = steps.flatMap(({ run }) => run ?? [])
    const scripts = runs.flatMap((run) =>
      [...run.matchAll(/npm run ([\w-]+)/g)].map(([, it]) => it),
    )
    const files = runs.flatMap((run) => [...run.matchAll(/node (\S+\.mjs)/g)].map(([, it]) => it))
    expect(runs).toContain('npm test')
    expect([...scripts, ...files]).not.toBeEmpty()
    for (const script of scripts) expect(packageJson.scripts).toHaveProperty(script ?? '')
    for (const file of files) expect(existsSync(fromRoot(file ?? ''))).toBe(true)
  })

  test('no expression is interpolated into a command', () => {
    for (const { run = '' } of steps) expect(run).not.toContain('${'.concat('{'))
  })

  test('every job has a timeout', () => {
    for (const [, job] of jobs) expect(job['timeout-minutes']).toBeLessThanOrEqual(60)
  })
})

test('every workflow pins its actions by full commit, with the version beside it', () => {
  const folder = fromRoot('.github', 'workflows')
  const uses = readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => /\buses:/.test(line)),
  )
  expect(uses).not.toBeEmpty()
  for (const line of uses) {
    expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/)
  }
})

test('a tag other than the version stops the release', () => {
  const check = (tag: string) =>
    Bun.spawnSync(['node', fromRoot('build', 'release', 'check-tag.mjs'), tag]).exitCode
  expect(check(`v${packageJson.version}`)).toBe(0)
  expect(check('v99.0.0')).toBe(1)
  expect(check('')).toBe(1)
})
