import { expect, test } from 'bun:test'
import { BOARDS, boardOf } from './place.ts'

test('an address names one of three boards', () => {
  expect(BOARDS.map(boardOf)).toEqual([...BOARDS])
  const wrong = [undefined, '', 'free', 'Frees', 'toString']
  expect(wrong.map(boardOf)).toEqual(wrong.map(() => null))
})
