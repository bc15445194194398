import { describe, expect, test } from 'bun:test'
import { returnPathOf, safeReturnPath } from './return-path.ts'

describe('return path', () => {
  test('is a path of this site with its query', () => {
    expect(returnPathOf({ from: '/vote/write?x=1#y' })).toBe('/vote/write?x=1#y')
  })

  test.each([undefined, null, 7, '', 'vote', 'https://evil.example', '//evil.example', '/\\evil'])(
    'is home instead of %p',
    (path) => {
      expect(safeReturnPath(path)).toBe('/')
    },
  )

  test('is the fallback where one is given', () => {
    expect(returnPathOf({ from: '/vote?page=2' }, '/vote')).toBe('/vote?page=2')
    for (const state of [null, {}, { from: 3 }, { from: '//evil.example' }, { from: '/login' }]) {
      expect(returnPathOf(state, '/vote')).toBe('/vote')
    }
  })

  test('is never the login', () => {
    expect(returnPathOf({ from: '/login' })).toBe('/')
    expect(returnPathOf({ from: '/login/callback?code=x' })).toBe('/')
    expect(returnPathOf({ from: '/logins' })).toBe('/logins')
    expect(returnPathOf('x')).toBe('/')
  })
})
