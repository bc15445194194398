import { expect, test } from 'bun:test'
import { atThreadPlace, threadPlaceOf } from './thread-place.ts'

const placeOf = (query: string) => threadPlaceOf(new URLSearchParams(query))

test('all replies by age are the place without a query, and with an unknown one', () => {
  const first = { sort: 'oldest', filter: null, reply: null } as const
  expect(placeOf('')).toEqual(first)
  expect(placeOf('order=worst&replies=mine&reply=0')).toEqual(first)
  expect(placeOf('reply=12x')).toEqual(first)
})

test('order and filter are read from the query', () => {
  expect(placeOf('order=best&replies=other')).toEqual({
    sort: 'best',
    filter: 'other',
    reply: null,
  })
})

test('a link to a reply shows all replies by age', () => {
  expect(placeOf('order=best&replies=other&reply=12')).toEqual({
    sort: 'oldest',
    filter: null,
    reply: 12,
  })
})

test('another place keeps the rest of the address', () => {
  const query = new URLSearchParams('filter=mine&page=2&reply=7')
  expect(atThreadPlace(query, { sort: 'best', filter: 'called' })).toBe(
    '?filter=mine&page=2&replies=called&order=best',
  )
  expect(atThreadPlace(query, { reply: 9 })).toBe('?filter=mine&page=2&reply=9')
  expect(atThreadPlace(new URLSearchParams('reply=7'), { sort: 'oldest', filter: null })).toBe('')
})
