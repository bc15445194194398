import { describe, expect, test } from 'bun:test'
import { idOf, originOf, pageOf, withPage } from './page-of.ts'

describe('addresses', () => {
  test.each([
    ['', 1],
    ['page=3', 3],
    ['page=0', 1],
    ['page=-2', 1],
    ['page=1.5', 1],
    ['page=all', 1],
    ['page=1e99', 1],
  ])('%p asks for page %i', (search, page) => {
    expect(pageOf(new URLSearchParams(search))).toBe(page)
  })

  test('the first page needs no mention', () => {
    expect(withPage('/vote', 1)).toBe('/vote')
    expect(withPage('/vote/view/7', 2)).toBe('/vote/view/7?page=2')
  })

  test('an id is a whole number above zero', () => {
    expect(idOf('12')).toBe(12)
    for (const text of [undefined, '', '0', '-1', '1.5', 'x', '01', '99999999999']) {
      expect(idOf(text)).toBeNull()
    }
  })

  test('the origin of a vote is a path of this site', () => {
    expect(originOf({ from: '/vote?page=2' }, '/vote')).toBe('/vote?page=2')
    for (const state of [
      null,
      {},
      { from: 3 },
      { from: '//evil.example' },
      { from: 'https://a' },
    ]) {
      expect(originOf(state, '/vote')).toBe('/vote')
    }
  })
})
