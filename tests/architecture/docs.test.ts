import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'
import { treeSources } from './source.ts'

const root = join(import.meta.dir, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const pages = treeSources().filter(
  ({ path }) => path === 'README.md' || /^(docs|tests)\/.*\.md$/.test(path),
)
const architecture = read('docs/ARCHITECTURE.md')
const tables = [...read('prisma/schema.prisma').matchAll(/@@map\("(\w+)"\)/g)].map(
  ([, name]) => name,
)

/** Whether a file or folder has this path; it may contain `*` and `{a,b}`. */
function exists(path: string): boolean {
  if (existsSync(join(root, path))) return true
  return !new Glob(path).scanSync({ cwd: root, onlyFiles: false }).next().done
}

/** Matches of the pattern's first group. */
const named = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name)

test('every path that a page names exists', () => {
  const missing = pages.flatMap(({ path, text }) =>
    named(text, /`((?:api|build|desktop|docs|prisma|shared|tests)\/[^`\s<]*)`/g)
      .filter((name) => !exists(name.replace(/\/$/, '')))
      .map((name) => `${path}: ${name}`),
  )
  expect(missing).toEqual([])
})

test('every relative link of a page leads to a file', () => {
  const missing = pages.flatMap(({ path, text }) =>
    named(text, /\]\((?!https?:|mailto:|#)([^)#\s]+)/g)
      .filter((target) => !existsSync(join(root, path, '..', target)))
      .map((target) => `${path}: ${target}`),
  )
  expect(missing).toEqual([])
})

test('a decision is a title, then status, context, decision, alternatives and consequences', () => {
  const form = [
    /^# .+$/,
    /^\*\*Status:\*\* .+\.$/,
    /^\*\*Context\.\*\*/,
    /^\*\*Decision\.\*\*/,
    /^\*\*Alternatives\.\*\*/,
    /^\*\*Consequences\.\*\*/,
  ]
  const decisions = pages.filter(({ path }) => path.startsWith('docs/decisions/'))
  expect(decisions).not.toBeEmpty()
  const others = decisions.filter(({ text }) => {
    const parts = named(text, /^((?:#|Status|\*\*Status|\*\*\w+[.:]).*)$/gm)
    return parts.length !== form.length || !form.every((part, at) => part.test(parts[at] ?? ''))
  })
  expect(others.map(({ path }) => path)).toEqual([])
})

describe('ARCHITECTURE.md', () => {
  test('names files of modules as the participants of its sequences', () => {
    const files = named(architecture, /participant \w+ as (\w+\/\w+)$/gm)
    expect(files).not.toBeEmpty()
    expect(files.filter((file) => !exists(`api/modules/${file}.ts`))).toEqual([])
  })

  test('names functions of the store and topics of events in its sequences', () => {
    const store = read('api/modules/votes/store.ts')
    const calls = named(architecture, /S->>D: (\w+)/g)
    expect(calls.map((name) => [name, new RegExp(`\\b${name}\\b`).test(store)])).toEqual(
      calls.map((name) => [name, true]),
    )
    const topics = named(architecture, /publish (\w+)$/gm)
    expect(topics).not.toBeEmpty()
    for (const topic of topics) expect(read('api/events.ts')).toMatch(new RegExp(`\\b${topic}:`))
  })

  test('names tables of the schema', () => {
    const entities = named(architecture, /^ {2}(\w+) \|\|/gm)
    const columns = named(architecture, /`([a-z]+(?:_[a-z]+)+)`/g)
    expect([...entities, ...columns].filter((name) => !tables.includes(name))).toEqual([])
  })
})
