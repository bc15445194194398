import { describe, expect, test } from 'bun:test'
import { renewingFetch } from './renewing-fetch.ts'

const URL = 'https://api.example/profile'

/** A server that accepts `valid`, and the session of `owner` with the token `first`. */
function createFixture(first: string | null, owner: string | null = 'mina') {
  const session = { token: first, owner }
  const server = { valid: 'second' }
  const sent: { token: string | null; body: unknown }[] = []
  const renewed: string[] = []
  let renewal = async () => {
    session.token = 'second'
  }
  const fetch = renewingFetch(
    async (_url, init) => {
      const token = new Headers(init?.headers).get('authorization')?.replace('Bearer ', '') ?? null
      sent.push({ token, body: await new Response(init?.body ?? null).text() })
      return new Response(null, { status: token === server.valid ? 200 : 401 })
    },
    {
      accessToken: () => session.token,
      owner: () => session.owner,
      renew: (used) => {
        renewed.push(used)
        return renewal()
      },
    },
  )
  return {
    fetch,
    session,
    server,
    sent,
    renewed,
    tokens: () => sent.map(({ token }) => token),
    onRenew: (task: () => Promise<void>) => {
      renewal = task
    },
  }
}

test('adds the access token to the headers of the request', async () => {
  const { fetch, tokens, renewed } = createFixture('second')
  expect((await fetch(URL, { headers: { accept: 'text/csv' } })).status).toBe(200)
  expect([tokens(), renewed]).toEqual([['second'], []])
})

test('sends no token of a guest and renews nothing', async () => {
  const { fetch, tokens, renewed } = createFixture(null, null)
  expect((await fetch(URL)).status).toBe(401)
  expect([tokens(), renewed]).toEqual([[null], []])
})

describe('a request with a 401 reply', () => {
  test.each(['first', null])('is repeated once with the renewed token: %p', async (first) => {
    const { fetch, tokens, renewed } = createFixture(first)
    expect((await fetch(URL)).status).toBe(200)
    expect([tokens(), renewed]).toEqual([[first, 'second'], [first ?? '']])
  })

  test('keeps its text when the end of the session aborts the requests', async () => {
    const requests = new AbortController()
    const server = async () => {
      const text = new ReadableStream(
        {
          pull(controller) {
            if (requests.signal.aborted) return controller.error(new Error('aborted'))
            controller.enqueue(new TextEncoder().encode('TOKEN_EXPIRED'))
            controller.close()
          },
        },
        { highWaterMark: 0 },
      )
      return new Response(text, { status: 401, headers: { 'content-type': 'text/plain' } })
    }
    const fetch = renewingFetch(server, {
      accessToken: () => 'first',
      owner: () => 1,
      renew: async () => requests.abort(),
    })
    const reply = await fetch(URL)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([401, 'text/plain'])
    expect(await reply.text()).toBe('TOKEN_EXPIRED')
  })

  test('is not repeated a second time', async () => {
    const { fetch, server, tokens } = createFixture('first')
    server.valid = 'none'
    expect((await fetch(URL)).status).toBe(401)
    expect(tokens()).toEqual(['first', 'second'])
  })

  test('is not repeated when the renewal failed or the session ended', async () => {
    const { fetch, session, tokens, onRenew } = createFixture('first')
    onRenew(async () => {})
    expect((await fetch(URL)).status).toBe(401)
    onRenew(async () => {
      session.token = null
      session.owner = null
    })
    expect((await fetch(URL)).status).toBe(401)
    expect(tokens()).toEqual(['first', 'first'])
  })

  test('is not repeated for another person who signed in meanwhile', async () => {
    const { fetch, session, tokens, onRenew } = createFixture('first')
    onRenew(async () => {
      session.token = 'second'
      session.owner = 'jun'
    })
    expect((await fetch(URL)).status).toBe(401)
    expect(tokens()).toEqual(['first'])
  })

  test('is repeated with its text or form, and not with a stream, which is read by then', async () => {
    const form = new FormData()
    form.set('name', 'Mina')
    for (const body of ['text', form]) {
      const { fetch, sent } = createFixture('first')
      expect((await fetch(URL, { method: 'POST', body })).status).toBe(200)
      expect(sent.map((request) => String(request.body))).toEqual([
        expect.stringContaining(body === 'text' ? 'text' : 'Mina'),
        expect.stringContaining(body === 'text' ? 'text' : 'Mina'),
      ])
    }
    const { fetch, session, tokens } = createFixture('first')
    const body = new Blob(['text']).stream()
    expect((await fetch(URL, { method: 'POST', body })).status).toBe(401)
    expect([tokens(), session.token]).toEqual([['first'], 'second'])
  })
})
