import { describe, expect, test } from 'bun:test'
import { arrowRules } from './arrow-rules.ts'
import { habitRules } from './habit-rules.ts'
import { importsOf, treeSources } from './source.ts'

const sources = treeSources()

test('the tree is read', () => {
  expect(sources.map(({ path }) => path)).toContain('tests/architecture/arrows.test.ts')
})

test('every form of import is seen', () => {
  const text = [
    "import a from 'a'",
    "import type { B } from './b.ts'",
    'import {\n  c,\n  d,\n} from "#api/c.ts"',
    "export { e } from '../e.ts'",
    "import 'f'",
    "const g = await import('./g.ts')",
    "// import h from 'h'",
  ].join('\n')
  expect(importsOf({ path: 'api/rounds/x.ts', text })).toEqual([
    { target: 'a', relative: false, typeOnly: false },
    { target: 'api/rounds/b.ts', relative: true, typeOnly: true },
    { target: 'api/c.ts', relative: false, typeOnly: false },
    { target: 'api/e.ts', relative: true, typeOnly: false },
    { target: 'f', relative: false, typeOnly: false },
    { target: 'api/rounds/g.ts', relative: true, typeOnly: false },
  ])
})

describe.each([...arrowRules, ...habitRules])('$name', ({ looksAt, offences, bad, good }) => {
  test('the rule fires where it must, and only there', () => {
    expect(looksAt(bad.path) && offences(bad)).not.toBeEmpty()
    expect(looksAt(good.path) && offences(good)).toEqual([])
  })

  test('it holds in the tree', () => {
    const broken = sources
      .filter(({ path }) => looksAt(path))
      .flatMap((source) => offences(source).map((offence) => `${source.path}: ${offence}`))
    expect(broken).toEqual([])
  })
})
