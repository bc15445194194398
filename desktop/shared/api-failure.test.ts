import { describe, expect, test } from 'bun:test'
import { dataOf } from './api-failure.ts'

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
