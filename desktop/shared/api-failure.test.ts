import { describe, expect, test } from 'bun:test'
import { dataOf, isMissing, isServerError } from './api-failure.ts'

const reply = (data: unknown) => dataOf(Promise.resolve({ data, error: null, status: 200 }))

describe('the data of a reply with status 200', () => {
  test.each([{ success: true, message: 'Vote saved.' }, { status: 'live' }, [], 'text'])(
    'is returned: %p',
    async (data) => expect(await reply(data)).toBe(data),
  )

  test.each([
    [{ success: false, message: 'Not today.' }, 'REFUSED', 'Not today.'],
    [{ success: false, error: 'Taken.' }, 'REFUSED', 'Taken.'],
    [{ status: false }, 'REFUSED', ''],
    [{ success: false, code: 'ALREADY_VOTED', message: '' }, 'ALREADY_VOTED', ''],
  ])('is a failure: %p', async (data, code, message) => {
    expect(await reply(data).catch((error: unknown) => error)).toMatchObject({
      name: 'ApiFailure',
      status: 200,
      code,
      message,
    })
  })
})

const failure = (status: number, value: unknown) =>
  dataOf(Promise.resolve({ data: null, error: { status, value }, status })).catch(
    (error: unknown) => error,
  )

test('only the API replies that there is nothing: a proxy without a server sends 404 too', async () => {
  const failures = [
    await failure(404, { code: 'NOT_FOUND', message: '' }),
    await failure(404, '404 page not found'),
    await failure(403, { code: 'VOTE_REQUIRED', message: '' }),
  ]
  expect(failures.map(isMissing)).toEqual([true, false, false])
})

test('a server error is an answer, a network failure is none', async () => {
  expect(await failure(503, new TypeError('Failed to fetch'))).toMatchObject({ status: 0 })
  const failures = [
    await failure(500, 'Internal Server Error'),
    await failure(503, { code: 'NOT_READY', message: '' }),
    await failure(503, new TypeError('Failed to fetch')),
    await failure(404, { code: 'NOT_FOUND', message: '' }),
  ]
  expect(failures.map(isServerError)).toEqual([true, true, false, false])
})
