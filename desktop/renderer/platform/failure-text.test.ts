import { beforeAll, describe, expect, test } from 'bun:test'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import { coreTexts } from '#shared/i18n/core.ts'
import { createFormat } from '#shared/i18n/format.ts'
import { translator } from '#shared/i18n/text.ts'
import { failureText, isRefusal, loadErrorText, saveFailureText } from './failure-text.ts'

const language = {
  locale: 'en-US' as const,
  t: translator(coreTexts, 'en-US'),
  format: createFormat('en-US', 'UTC'),
}
const failure = (status: number, code: string, message = '') =>
  new ApiFailure(status, code, message)
const UNREACHABLE = failure(0, 'UNREACHABLE')

beforeAll(() => loadErrorText(failure(404, 'NOT_FOUND')))

describe('failure text', () => {
  test('is the text of the error code', () => {
    expect(failureText(language, failure(404, 'NOT_FOUND'))).not.toBe('')
    expect(failureText(language, UNREACHABLE)).toBe(language.t('state.unreachable'))
  })

  test.each([null, undefined, new Error('a bug'), failure(400, 'FROM_A_NEWER_SERVER')])(
    'is empty for %p',
    (error) => expect(failureText(language, error)).toBe(''),
  )
})

test('only an error reply of the server is a refusal', () => {
  expect(isRefusal(failure(409, 'ALREADY_VOTED'))).toBe(true)
  expect([UNREACHABLE, new Error('a bug')].map(isRefusal)).toEqual([false, false])
})

describe('the text of a failed save', () => {
  const textOf = (error: Error) => saveFailureText(language, error, 'refused', 'server')

  test('is the reason of the server', () => {
    const error = failure(403, 'EDIT_WINDOW_CLOSED')
    expect(textOf(error)).toBe(failureText(language, error))
    expect(textOf(failure(200, 'REFUSED', 'Not now.'))).toBe('Not now.')
  })

  test('is the first fallback for a refusal without a reason', () => {
    expect(textOf(failure(400, 'FROM_A_NEWER_SERVER'))).toBe('refused')
  })

  test.each([UNREACHABLE, failure(500, 'INTERNAL'), new Error('a bug')])(
    'is the second fallback for %p',
    (error) => expect(textOf(error)).toBe('server'),
  )
})
