import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { PostDetail } from '#shared/contract/posts.ts'
import { FIELDS } from './bad-fields.fixture.ts'
import { json, send } from './send.ts'
import { openWorld, snapshot, type World } from './world.ts'

describe('invalid bodies', () => {
  let world: World
  let api = ''

  beforeAll(async () => {
    world = await openWorld()
    api = `${world.server.url}/api/v1`
  })
  afterAll(() => world.server.stop())

  const answer = async (method: string, path: string, body: unknown) =>
    (await send(`${api}${path}`, json(method, world.author.token, body))).answer
  const pathOf = (path: string) =>
    path.replace('{vote}', `${world.voteId}`).replace('{frees}', `${world.freesId}`)

  for (const { call, field, base, ways } of FIELDS) {
    test(`${call}: ${field}`, async () => {
      const [method = '', path = ''] = call.split(' ')
      const found: Record<string, string> = {}
      for (const [way, [value]] of Object.entries(ways)) {
        const body = { ...base(world), ...(way !== 'missing' && { [field]: value }) }
        if (way === 'missing') Reflect.deleteProperty(body, field)
        found[way] = await answer(method, pathOf(path), body)
      }
      const expected = Object.entries(ways).map(([way, [, wanted]]) => [way, wanted])
      expect(found).toEqual(Object.fromEntries(expected))
    })
  }

  /** Every call with a body. */
  const calls = [...new Set(FIELDS.map(({ call }) => call))]

  const MALFORMED: [string, string | Uint8Array<ArrayBuffer>][] = [
    ['nothing', ''],
    ['no JSON', 'content=x'],
    ['cut off', '{"content":"a'],
    ['two values', '{} {}'],
    ['a trailing comma', '{"content":"a",}'],
    ['a comment', '{/* x */}'],
    ['NaN', '{"content":NaN}'],
    ['a bad escape', '{"content":"\\x"}'],
    ['not UTF-8', Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    ['a surrogate in UTF-8', Uint8Array.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['UTF-16', Buffer.from('\ufeff{"content":"a"}', 'utf16le')],
  ]

  test.each(calls)('%s: 400 for invalid JSON', async (call) => {
    const [method = '', path = ''] = call.split(' ')
    for (const [name, body] of MALFORMED) {
      const init = { ...json(method, world.author.token, ''), body }
      const { answer: got } = await send(`${api}${pathOf(path)}`, init)
      expect([name, got]).toEqual([name, '400 MALFORMED'])
    }
  })

  test.each(calls)('%s: 422 for JSON other than an object', async (call) => {
    const [method = '', path = ''] = call.split(' ')
    const deep = `${'['.repeat(2000)}${']'.repeat(2000)}`
    const wide = `{"content":[${'0,'.repeat(2000)}0]}`
    const unclosed = ['['.repeat(8000), '{"a":'.repeat(1600)]
    for (const body of ['null', '[]', '"x"', '1', 'true', '[{}]', deep, wide, ...unclosed]) {
      expect(await answer(method, pathOf(path), body)).toStartWith('422')
    }
  })

  test.each(calls)('%s: 415 without a JSON content type', async (call) => {
    const [method = '', path = ''] = call.split(' ')
    const authorization = `Bearer ${world.author.token}`
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'a',
      '',
    ]
    for (const type of [...types, 'application/jsonp', 'application/json-patch+json']) {
      const headers = { authorization, ...(type !== '' && { 'content-type': type }) }
      const body = new TextEncoder().encode('{}')
      const { answer: got } = await send(`${api}${pathOf(path)}`, { method, headers, body })
      expect([type, got]).toEqual([type, '415 UNSUPPORTED_MEDIA_TYPE'])
    }
    const none = await send(`${api}${pathOf(path)}`, { method, headers: { authorization } })
    expect(none.answer).toBe('415 UNSUPPORTED_MEDIA_TYPE')
  })

  const KIB = 1024
  const blanks = (bytes: number) => new Uint8Array(bytes).fill(32)
  /** A body without Content-Length, sent in chunks. */
  const chunked = (bytes: number) =>
    new ReadableStream({
      start(controller) {
        for (let sent = 0; sent < bytes; sent += KIB) controller.enqueue(blanks(KIB))
        controller.close()
      },
    })

  /** Calls that write a text; bodies of all others are short. */
  const TEXT_CALL = /^(POST|PUT) \/(votes|posts\/\w+)(\/\{\w+\})?$/

  test.each(calls.map((call) => [call, TEXT_CALL.test(call) ? 256 : 8] as const))(
    '%s: 413 over %i KB, with a length and without',
    async (call, most) => {
      const [method = '', path = ''] = call.split(' ')
      const init = json(method, world.author.token, '')
      for (const body of [blanks(most * KIB + 1), chunked((most + 1) * KIB)]) {
        const { answer: got } = await send(`${api}${pathOf(path)}`, { ...init, body })
        expect(got).toBe('413 TOO_LARGE')
      }
      // As many blanks are read completely and rejected as invalid JSON.
      for (const body of [blanks(most * KIB), chunked(most * KIB)]) {
        const { answer: got } = await send(`${api}${pathOf(path)}`, { ...init, body })
        expect(got).toBe('400 MALFORMED')
      }
    },
  )

  test('content is limited by its stored length: 32,767 characters pass, one more is 413', async () => {
    const write = (content: string) => answer('POST', '/posts/frees', { content })
    const filled = (length: number) => `<p>${'a'.repeat(length - 7)}</p>`
    expect(await write(filled(32_767))).toBe('200')
    expect(await write(filled(32_768))).toBe('413 CONTENT_TOO_LONG content')
    // Each < is stored as &lt;
    expect(await write(`<p>${'&lt;'.repeat(8190)}</p>`)).toBe('200')
    expect(await write('<'.repeat(9000))).toBe('413 CONTENT_TOO_LONG content')
    expect(await write('x'.repeat(65_536))).toBe('413 CONTENT_TOO_LONG content')
    expect(await write('x'.repeat(65_537))).toBe('413 CONTENT_TOO_LONG content')
    // Markup removed by the sanitizer does not count.
    expect(await write(`<script>${'x'.repeat(40_000)}</script><p>left</p>`)).toBe('200')
  })

  test('a post without visible content is 422', async () => {
    const nothing = ['', ' ', '<p></p>', '<p>&nbsp;</p>', '<p>\u200b</p>', '<script>x</script>']
    for (const content of nothing) {
      expect(await answer('POST', '/posts/frees', { content })).toBe('422 CONTENT_REQUIRED content')
    }
  })

  test('a repeated key uses the last value and is validated', async () => {
    expect(await answer('POST', '/posts/frees', '{"content":"a","content":1}')).toBe(
      '422 INVALID content',
    )
    expect(await answer('POST', '/posts/frees', '{"content":1,"content":"a"}')).toBe('200')
  })

  test('an escaped lone surrogate is stored as U+FFFD', async () => {
    const body = '{"content":"<p>half \\ud83d!</p>"}'
    const reply = await send(`${api}/posts/frees`, json('POST', world.author.token, body))
    const { id } = JSON.parse(reply.text)
    const seen = await world.author.api.get(PostDetail, `/posts/frees/${id}`)
    expect(seen.content).toBe('<p>half \ufffd!</p>')
  })

  test('prototype keys are rejected like any unknown field', async () => {
    const bodies = [
      '{"content":"a","__proto__":{"is_admin":1}}',
      '{"content":"a","constructor":{"prototype":{"is_admin":1}}}',
      '{"content":"a","prototype":1}',
      '{"__proto__":{"content":"a"}}',
      '{"content":"a","toString":1}',
      '{"content":"a","\\u005f_proto__":{}}',
    ]
    for (const body of bodies) expect(await answer('POST', '/posts/frees', body)).toStartWith('422')
    expect(Reflect.get({}, 'is_admin')).toBeUndefined()
  })

  test.each(FIELDS.filter(({ call }) => !/auth|events|error-reports/.test(call)))(
    '$call: a guest gets 401 before $field is validated',
    async ({ call, field, base }) => {
      const [method = '', path = ''] = call.split(' ')
      const body = { ...base(world), [field]: 1, more: 1 }
      const { answer: got } = await send(`${api}${pathOf(path)}`, json(method, null, body))
      expect(got).toBe('401 NOT_SIGNED_IN')
    },
  )

  test('a conflict is 409 and changes nothing', async () => {
    const before = await snapshot(world.server)
    const live = { targetDate: world.targetDate, vote: 'up' }
    expect(await answer('POST', '/votes', live)).toBe('409 ALREADY_VOTED')
    for (const targetDate of [
      '2026-11-23T00:00:00Z',
      '2026-11-30T00:00:00Z',
      '1970-01-01T00:00:00Z',
    ]) {
      expect(await answer('POST', '/votes', { ...live, targetDate })).toBe('409 ROUND_CHANGED')
    }
    expect(await snapshot(world.server)).toEqual(before)
  })

  test('a taken nickname is rejected regardless of spacing', async () => {
    const { token } = await world.server.person('Same Name')
    const url = `${api}/profile/update-nickname`
    const { answer: got } = await send(url, json('POST', token, { nickname: ' Same   Name ' }))
    expect(got).toBe('422 NICKNAME_SAME nickname')
  })
})
