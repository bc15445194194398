import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { ApiError } from '#api/infrastructure/errors.ts'
import { HOSTILE_BODIES, REOPENED } from '#tests/load/hostile-bodies.ts'
import { maxNodes, parse } from './parse.ts'

/** Elements and comments that parsing creates before it ends or gives up. */
function nodesOf(html: string): number {
  const budget = { nodes: maxNodes(html) }
  const before = budget.nodes
  try {
    parse(html, budget)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
  return before - budget.nodes
}

const tagsIn = (html: string) => html.split('<').length - 1

test('creates at most 2,001 nodes, and about two for each tag written', () => {
  for (const html of Object.values(HOSTILE_BODIES)) {
    const nodes = nodesOf(html)
    expect(nodes).toBeLessThanOrEqual(2001)
    expect(nodes).toBeLessThanOrEqual(2 * tagsIn(html) + 65)
  }
})

test('gives up early on a short text that grows to 4,000 elements', () => {
  expect(nodesOf(REOPENED)).toBe(2 * tagsIn(REOPENED) + 65)
})

test('stays linear for any tags in any order', () => {
  const tags = 'p b i a u s em code table tr td ul li div h1 pre svg template button select'.split(
    ' ',
  )
  const tag = fc.constantFrom(...tags.flatMap((name) => [`<${name}>x`, `</${name}>`]))
  fc.assert(
    fc.property(fc.array(tag, { minLength: 1, maxLength: 12 }), (parts) => {
      for (const times of [10, 100]) {
        const html = parts.join('').repeat(times)
        expect(nodesOf(html)).toBeLessThanOrEqual(Math.min(2000, 2 * tagsIn(html) + 64) + 1)
      }
    }),
    { numRuns: 30 },
  )
})
