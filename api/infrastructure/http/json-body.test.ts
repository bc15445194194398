import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { ApiError } from '#api/infrastructure/errors.ts'
import { threadCpu } from '#tests/support/thread-cpu.ts'
import { BODY_MAX, readJsonBody } from './json-body.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

function request(body: string | Uint8Array<ArrayBuffer> | ReadableStream, headers = {}): Request {
  return new Request('http://a.example/', {
    method: 'POST',
    body,
    headers: { ...JSON_TYPE, ...headers },
  })
}

async function refusal(asked: Request): Promise<string> {
  try {
    await readJsonBody(asked)
  } catch (error) {
    return error instanceof ApiError ? error.code : String(error)
  }
  return 'accepted'
}

/** A body without a length, and the number of bytes read from it. */
function endless(): { stream: ReadableStream; taken: () => number } {
  let taken = 0
  const part = new Uint8Array(16 * 1024).fill(0x20)
  const stream = new ReadableStream({
    pull(controller) {
      taken += part.length
      controller.enqueue(part)
    },
  })
  return { stream, taken: () => taken }
}

describe('a JSON body', () => {
  test('of any value comes back as it was sent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ noUnicodeString: false }), async (value) => {
        const text = JSON.stringify(value)
        fc.pre(!text.includes('\\u0000'))
        expect(await readJsonBody(request(text))).toEqual(JSON.parse(text.toWellFormed()))
      }),
    )
  })

  test.each(['application/json', 'Application/JSON', 'application/json; charset=utf-8'])(
    'may be called %s',
    async (type) => {
      expect(await readJsonBody(request('{"a":1}', { 'content-type': type }))).toEqual({ a: 1 })
    },
  )

  test('may nest sixteen levels, which no body of ours needs, and no more', async () => {
    for (const [open, inner, close] of [
      ['[', '', ']'],
      ['{"a":', '1', '}'],
    ] as const) {
      const nested = (depth: number) => open.repeat(depth) + inner + close.repeat(depth)
      expect(await refusal(request(nested(16)))).toBe('accepted')
      for (const depth of [17, 20_000]) {
        expect(await refusal(request(nested(depth)))).toBe('INVALID')
      }
    }
  })

  test.each(['text/plain', 'application/jsonp', 'application/x-www-form-urlencoded', ''])(
    'called %j is refused',
    async (type) => {
      expect(await refusal(request('{}', { 'content-type': type }))).toBe('UNSUPPORTED_MEDIA_TYPE')
    },
  )

  test('without a type is refused', async () => {
    const asked = new Request('http://a.example/', { method: 'POST', body: new Uint8Array(2) })
    expect(await refusal(asked)).toBe('UNSUPPORTED_MEDIA_TYPE')
  })

  test.each(['', '{', '{"a":}', 'undefined', '{"a":1}x', "{'a':1}", '[1,]', 'NaN'])(
    '%j is malformed',
    async (text) => {
      expect(await refusal(request(text))).toBe('MALFORMED')
    },
  )

  test('may have a thousand values, and no more', async () => {
    const list = (count: number) => `[${Array(count).fill('0').join(',')}]`
    expect(await refusal(request(list(999)))).toBe('accepted')
    for (const wide of [list(1000), list(127_000)]) {
      expect(await refusal(request(wide))).toBe('INVALID')
    }
    const keys = Array.from({ length: 20_000 }, (_, index) => `"a${index}":0`).join(',')
    expect(await refusal(request(`{${keys}}`))).toBe('INVALID')
  })

  test('has its brackets and commas counted outside of strings only', async () => {
    for (const text of ['['.repeat(20_000), ','.repeat(20_000), '\\"['.repeat(20_000), '\\\\']) {
      expect(await readJsonBody(request(`{"a":"${text}"}`))).toEqual(JSON.parse(`{"a":"${text}"}`))
    }
  })

  test.each(['gzip', 'br', 'deflate', 'x'])('compressed by %s is refused', async (coding) => {
    expect(await refusal(request('{}', { 'content-encoding': coding }))).toBe(
      'UNSUPPORTED_MEDIA_TYPE',
    )
  })

  test('that is not UTF-8 is malformed', async () => {
    expect(await refusal(request(new Uint8Array([0x22, 0xff, 0xfe, 0x22])))).toBe('MALFORMED')
    // A surrogate written in UTF-8, and an overlong slash.
    expect(await refusal(request(new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22])))).toBe('MALFORMED')
    expect(await refusal(request(new Uint8Array([0x22, 0xc0, 0xaf, 0x22])))).toBe('MALFORMED')
  })

  test('with U+0000 anywhere in its text is invalid', async () => {
    expect(await refusal(request('{"a":"x\\u0000"}'))).toBe('INVALID')
    expect(await refusal(request('{"a":[{"b":"\\u0000"}]}'))).toBe('INVALID')
  })

  test('with half a character has it replaced', async () => {
    expect(await readJsonBody(request('{"a":"\\ud800x","b":"\\uD83D\\uDE00"}'))).toEqual({
      a: '\ufffdx',
      b: '😀',
    })
  })
})

describe('the size of a body', () => {
  const sized = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`

  test('256 KB is taken, a byte more is not, by bytes and not by letters', async () => {
    expect(await refusal(request(sized(BODY_MAX)))).toBe('accepted')
    expect(await refusal(request(sized(BODY_MAX + 1)))).toBe('TOO_LARGE')
    expect(await refusal(request(`"${'가'.repeat(BODY_MAX / 3)}"`))).toBe('TOO_LARGE')
  })

  test('is that of the route', async () => {
    const { stream, taken } = endless()
    for (const asked of [request(sized(1025)), request(stream)]) {
      await expect(readJsonBody(asked, { maxBytes: 1024 })).rejects.toMatchObject({
        code: 'TOO_LARGE',
      })
    }
    expect(taken()).toBeLessThan(64 * 1024)
    expect(await readJsonBody(request(sized(1024)), { maxBytes: 1024 })).toBeString()
  })

  test('is counted as it comes, so that a body without an end is not read to one', async () => {
    const { stream, taken } = endless()
    expect(await refusal(request(stream))).toBe('TOO_LARGE')
    expect(taken()).toBeLessThan(2 * BODY_MAX)
  })
})

describe('the cost of a body of 256 kB', () => {
  const SERIES = 5
  const RUNS = 20
  /** Under two where nothing else runs. The kernel counts in steps of 4 ms; taking bodies apart cost 85. */
  const MOST_PARSES = 10
  const fill = (text: string) => text.repeat(Math.floor((BODY_MAX - 30) / text.length))
  const keys = Array.from({ length: 20_000 }, (_, index) => `"a${index}":0`).join(',')
  const quotes = new TextEncoder().encode(`{"a":"${fill('\\"')}"}`)

  test.each([
    ['a list of zeros', `{"a":[${fill('0,')}0]}`],
    ['the same after half a character', `{"s":"\\ud83d","a":[${fill('0,').slice(20)}0]}`],
    ['keys', `{${keys}}`],
    ['brackets', fill('[')],
    ['escaped quotes', `{"a":"${fill('\\"')}"}`],
    ['halves of characters', `{"a":"${fill('\\ud83d')}"}`],
    ['blanks', `{"a":${fill(' ')}0}`],
    ['plain text', `{"a":"${fill('x')}"}`],
  ])('is at most ten times that of parsing escaped quotes: %s', async (_, text) => {
    const bytes = new TextEncoder().encode(text)
    let least = Number.POSITIVE_INFINITY
    let parse = Number.POSITIVE_INFINITY
    for (let series = 0; series < SERIES; series++) {
      const requests = Array.from({ length: RUNS }, () => request(bytes))
      let begin = threadCpu()
      for (const asked of requests) await refusal(asked)
      least = Math.min(least, (threadCpu() - begin) / RUNS)
      begin = threadCpu()
      for (let run = 0; run < RUNS; run++) JSON.parse(new TextDecoder().decode(quotes))
      parse = Math.min(parse, (threadCpu() - begin) / RUNS)
    }
    expect(least).toBeLessThan(MOST_PARSES * parse)
  })
})
