import { expect, test } from 'bun:test'
import { runProgram } from './programs.ts'

test('a missing or failing program gives no output', async () => {
  expect(await runProgram('tidemark-no-such-program', [])).toBe('')
  expect(await runProgram('false', [])).toBe('')
  expect(await runProgram('echo', ['b true'])).toBe('b true\n')
})
