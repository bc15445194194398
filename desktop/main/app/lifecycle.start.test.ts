import { expect, spyOn, test } from 'bun:test'
import { reportStartFailure } from './lifecycle.ts'

test.each([
  ['ko-KR', '타이드마크를 시작하지 못했습니다.'],
  ['en-GB', 'Tidemark could not start.'],
])('on a system in %s shows %p and ends', (language, title) => {
  const terminal = spyOn(console, 'error').mockImplementation(() => {})
  const done: unknown[] = []
  reportStartFailure(
    {
      app: {
        exit: (code) => void done.push(code),
        getPreferredSystemLanguages: () => [language],
      },
      dialog: { showErrorBox: (message) => void done.push(message) },
    },
    new Error('ENOENT'),
  )
  expect(done).toEqual([title, 1])
  expect(terminal).toHaveBeenCalledTimes(1)
  terminal.mockRestore()
})
