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

  test('never the login again', () => {
    expect(returnPathOf({ from: '/login' })).toBe('/')
    expect(returnPathOf({ from: '/login/callback?code=x' })).toBe('/')
    expect(returnPathOf({ from: '/logins' })).toBe('/logins')
    expect(returnPathOf('x')).toBe('/')
  })
})
