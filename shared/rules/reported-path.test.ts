import { expect, test } from 'bun:test'
import { reportedPath } from './reported-path.ts'

const nowhere = { boardType: null, thread: null }

test('leads to the page of a text, and to a reply on the page that it is below', () => {
  expect(reportedPath({ target: 'vote', targetId: 3, ...nowhere })).toBe('/vote/view/3')
  const frees = { boardType: 'frees', thread: null } as const
  expect(reportedPath({ target: 'post', targetId: 4, ...frees })).toBe('/boards/frees/view/4')
  const note = { target: 'vote', id: 3 } as const
  expect(reportedPath({ target: 'reply', targetId: 9, boardType: null, thread: note })).toBe(
    '/vote/view/3?reply=9',
  )
  const post = { target: 'post', id: 4 } as const
  expect(reportedPath({ target: 'reply', targetId: 9, boardType: 'frees', thread: post })).toBe(
    '/boards/frees/view/4?reply=9',
  )
})

test('knows no page of a nickname, and none of a text that is gone', () => {
  expect(reportedPath({ target: 'nickname', targetId: 5, ...nowhere })).toBeNull()
  expect(reportedPath({ target: 'reply', targetId: 9, ...nowhere })).toBeNull()
  expect(reportedPath({ target: 'post', targetId: 4, ...nowhere })).toBeNull()
})
