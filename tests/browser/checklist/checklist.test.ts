import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SENTENCES } from './sentences.fixture.ts'
import { titlesIn } from './titles.ts'

const root = join(import.meta.dir, '../../..')

const titles = new Map<string, string[]>()
/** The titles of the tests in a file; none when there is no such file. */
function titlesOf(file: string): string[] {
  const path = join(root, file)
  const found = titles.get(file) ?? (existsSync(path) ? titlesIn(readFileSync(path, 'utf8')) : [])
  titles.set(file, found)
  return found
}

test('titles are found in every form of a test, and nowhere else', () => {
  const source = [
    "test('plain', () => {})",
    "test('it\\'s async', async ({ page }) => {})",
    "test.each([\n  ['a', 1],\n])('each of %s', async (name) => {})",
    "test(\n  'on its own line',\n  async () => {},\n)",
    "page.route('**/votes', (route) => route.abort())",
    "texts('not a test', 'x')",
  ].join('\n')
  expect(titlesIn(source)).toEqual(['plain', "it's async", 'each of %s', 'on its own line'])
})

describe('every promise of the product is proved by a test that is there', () => {
  test.each(SENTENCES.map((sentence) => [`${sentence.of}: ${sentence.says}`, sentence] as const))(
    '%s',
    (_, { by }) => {
      expect(by).not.toBeEmpty()
      const gone = by.filter(({ file, title }) => !titlesOf(file).includes(title))
      expect(gone).toEqual([])
    },
  )
})
