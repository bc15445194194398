import { describe, expect, test } from 'bun:test'
import { returnPathOf, safeReturnPath } from './return-path.ts'

describe('where a person comes back to', () => {
  test('a path of this site, with its query', () => {
    expect(returnPathOf({ from: '/vote/write?x=1#y' })).toBe('/vote/write?x=1#y')
  })

  test.each([undefined, null, 7, '', 'vote', 'https://evil.example', '//evil.example', '/\\evil'])(
    'home instead of %p',
    (wish) => {
      expect(safeReturnPath(wish)).toBe('/')
    },
  )

  test('a place of its own instead of home, where one is named', () => {
    expect(returnPathOf({ from: '/vote?page=2' }, '/vote')).toBe('/vote?page=2')
    for (const state of [null, {}, { from: 3 }, { from: '//evil.example' }, { from: '/login' }]) {
      expect(returnPathOf(state, '/vote')).toBe('/vote')
    }
  })

  test('never the login again', () => {
    expect(returnPathOf({ from: '/login' })).toBe('/')
    expect(returnPathOf({ from: '/login/callback?code=x' })).toBe('/')
    expect(returnPathOf({ from: '/logins' })).toBe('/logins')
    expect(returnPathOf('x')).toBe('/')
  })
})
