import { describe, expect, test } from 'bun:test'
import { dependencyRules } from './dependency-rules.ts'
import { fileRules } from './file-rules.ts'
import { importsOf, treeSources } from './source.ts'
import { wordRules } from './word-rules.ts'

const sources = treeSources()

test('reads the files of the tree', () => {
  expect(sources.map(({ path }) => path)).toContain('tests/architecture/rules.test.ts')
})

test('finds every form of import', () => {
  const text = [
    "import a from 'a'",
    "import type { B } from './b.ts'",
    'import {\n  c,\n  d,\n} from "#api/c.ts"',
    "export { e } from '../e.ts'",
    "import 'f'",
    "const g = await import('./g.ts')",
    "// import h from 'h'",
  ].join('\n')
  expect(importsOf({ path: 'api/modules/rounds/x.ts', text })).toEqual([
    { target: 'a', relative: false, typeOnly: false },
    { target: 'api/modules/rounds/b.ts', relative: true, typeOnly: true },
    { target: 'api/c.ts', relative: false, typeOnly: false },
    { target: 'api/modules/e.ts', relative: true, typeOnly: false },
    { target: 'f', relative: false, typeOnly: false },
    { target: 'api/modules/rounds/g.ts', relative: true, typeOnly: false },
  ])
})

describe.each([...dependencyRules, ...fileRules, ...wordRules])(
  '$name',
  ({ appliesTo, violations, bad, good }) => {
    test('reports the bad example and accepts the good one', () => {
      expect(appliesTo(bad.path) && violations(bad)).not.toBeEmpty()
      expect(appliesTo(good.path) && violations(good)).toEqual([])
    })

    test('holds in the tree', () => {
      const broken = sources
        .filter(({ path }) => appliesTo(path))
        .flatMap((source) => violations(source).map((violation) => `${source.path}: ${violation}`))
      expect(broken).toEqual([])
    })
  },
)

test('every advisory lock has a number of its own', () => {
  const numbers = sources
    .filter(({ path }) => path.startsWith('api/') && !path.endsWith('.test.ts'))
    .flatMap(({ text }) =>
      [...text.matchAll(/pg_advisory_xact_lock\((\d+)\)/g)].map(([, it]) => it),
    )
  expect(numbers.length).toBeGreaterThan(3)
  expect(numbers).toEqual([...new Set(numbers)])
})
