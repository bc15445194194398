import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTest } from './rule.ts'
import { importsOf, treeSources } from './source.ts'

const file = join(import.meta.dir, '../../.dockerignore')
const included = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('!'))
  .map((line) => line.slice(1))

/** Whether the build of the image sees the file at this path of the tree. */
const isIncluded = (path: string) =>
  !isTest(path) && included.some((name) => path === name || path.startsWith(`${name}/`))

test('the build of the image sees every file that its sources import', () => {
  const sources = treeSources()
  const paths = new Set(sources.map(({ path }) => path))
  const missing = sources
    .filter(({ path }) => isIncluded(path) && /^(api|desktop|shared)\//.test(path))
    .flatMap((source) =>
      importsOf(source)
        .filter(({ target, typeOnly }) => !typeOnly && paths.has(target) && !isIncluded(target))
        .map(({ target }) => `${source.path}: ${target}`),
    )
  expect(included).toContain('api')
  expect(missing).toEqual([])
})
