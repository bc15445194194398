import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { boardOf, onPage, pageOf, postIdOf } from './place.ts'

const pageIn = (query: string) => pageOf(new URLSearchParams(query))

describe('the place that an address names', () => {
  test('one of three boards', () => {
    expect(['frees', 'notices', 'suggestions'].map(boardOf)).toEqual([
      'frees',
      'notices',
      'suggestions',
    ])
    expect([undefined, '', 'free', 'Frees', 'toString'].map(boardOf)).toEqual(
      Array.from({ length: 5 }, () => null),
    )
  })

  test('a post by its id, as the server takes it', () => {
    expect(['1', '2147483647'].map(postIdOf)).toEqual([1, 2_147_483_647])
    const wrong = [undefined, '', '0', '-1', '01', '1.5', '1e3', ' 1', 'x', '2147483648']
    expect(wrong.map(postIdOf)).toEqual(wrong.map(() => null))
  })

  test('a page, the first in doubt', () => {
    expect(pageIn('page=7')).toBe(7)
    expect(['', 'page=', 'page=0', 'page=-2', 'page=two', 'page=9999999999'].map(pageIn)).toEqual(
      Array.from({ length: 6 }, () => 1),
    )
  })

  test('the address of a page leads to that page', () => {
    expect(onPage('/boards/frees', 1)).toBe('/boards/frees')
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), (page) => {
        const { searchParams } = new URL(onPage('/boards/frees', page), 'http://site')
        expect(pageOf(searchParams)).toBe(page)
      }),
    )
  })
})
