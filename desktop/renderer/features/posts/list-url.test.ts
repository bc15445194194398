import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { PAGE_MAX } from '#shared/rules/paths.ts'
import { idOf, onPage, pageOf, voteIdOf } from './list-url.ts'

const pageIn = (query: string) => pageOf(new URLSearchParams(query))

describe('list URLs', () => {
  test('accept an id that the server accepts', () => {
    expect(['1', '2147483647'].map(idOf)).toEqual([1, 2_147_483_647])
    const wrong = [undefined, '', '0', '-1', '01', '1.5', '1e3', ' 1', 'x', '2147483648']
    expect(wrong.map(idOf)).toEqual(wrong.map(() => null))
    expect(['2147483648', '9007199254740991'].map(voteIdOf)).toEqual([2 ** 31, 2 ** 53 - 1])
    expect(['9007199254740992', '1'.repeat(17)].map(voteIdOf)).toEqual([null, null])
  })

  test('fall back to the first page', () => {
    expect(pageIn('page=7')).toBe(7)
    const wrong = ['', 'page=', 'page=0', 'page=-2', 'page=two', 'page=1.5', 'page=9999999999']
    expect(wrong.map(pageIn)).toEqual(wrong.map(() => 1))
  })

  test('round-trip a page', () => {
    expect(onPage('/boards/frees', 1)).toBe('/boards/frees')
    fc.assert(
      fc.property(fc.integer({ min: 1, max: PAGE_MAX }), (page) => {
        const { searchParams } = new URL(onPage('/boards/frees', page), 'http://site')
        expect(pageOf(searchParams)).toBe(page)
      }),
    )
  })
})
