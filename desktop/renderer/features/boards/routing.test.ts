import { expect, test } from 'bun:test'
import { BOARDS, parseBoard } from './routing.ts'

test('a path segment names one of three boards', () => {
  expect(BOARDS.map(parseBoard)).toEqual([...BOARDS])
  for (const segment of [undefined, '', 'free', 'Frees', 'toString']) {
    expect(parseBoard(segment)).toBeNull()
  }
})
