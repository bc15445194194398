import { expect, test } from 'bun:test'
import { atPlace, placeOf, VOTE_FILTERS } from './list-filter.ts'

test('keeps filter and page in the address', () => {
  for (const filter of VOTE_FILTERS) {
    for (const page of [1, 7]) {
      const path = atPlace('/vote', { filter, page })
      expect(placeOf(new URL(path, 'http://x').searchParams)).toEqual({ filter, page })
    }
  }
  expect(atPlace('/vote', { filter: 'all', page: 1 })).toBe('/vote')
  expect(atPlace('/vote', { filter: 'notes', page: 2 })).toBe('/vote?filter=notes&page=2')
})

test('ignores an unknown filter and a malformed page', () => {
  const query = new URLSearchParams('filter=others&page=-1')
  expect(placeOf(query)).toEqual({ filter: 'all', page: 1 })
})
