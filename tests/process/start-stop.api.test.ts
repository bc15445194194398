import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { CreatePostReply, PostDetail } from '#shared/contract/posts.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { apiClient, claimsOf } from '#tests/support/api-client.ts'
import { type ChildPlace, type ChildServer, childPlace } from '#tests/support/child-server.ts'
import { eventually } from '#tests/support/eventually.ts'
import { freePort } from '#tests/support/free-port.ts'
import { signIn, webClient } from '#tests/support/sign-in.ts'
import { testServerUrl } from '#tests/support/test-database.ts'

/** One place for all: each start costs seconds, and what one start leaves the next one finds. */
let place: ChildPlace

beforeAll(async () => {
  place = await childPlace()
})
afterAll(() => place.dispose())

/** Ends it as an operator does; it must be gone by itself within ten seconds. */
async function end(child: ChildServer, signal: 'SIGTERM' | 'SIGINT') {
  const begin = performance.now()
  child.signal(signal)
  expect(await child.exited).toBe(0)
  expect(performance.now() - begin).toBeLessThan(10_000)
}

/** One line, without a stack, and the exit code of a failure. */
async function complaintOf(child: ChildServer): Promise<string> {
  expect(await child.exited).toBe(1)
  const { complaints } = child.output()
  expect(complaints.trimEnd().split('\n')).toHaveLength(1)
  expect(complaints).not.toMatch(/\bat .*:\d+|\.ts:/)
  return complaints.trimEnd()
}

async function signInAt(url: string) {
  const { issuer } = await apiClient(url).authConfig()
  const { idToken } = await signIn(issuer, webClient(url), 'Mina')
  return apiClient(url).signIn(idToken)
}

describe('a start that cannot be', () => {
  test('names the bad setting', async () => {
    expect(await complaintOf(place.start({ PORT: 'http' }))).toBe(
      'PORT ("http") must be a whole number from 0 to 65535.',
    )
    const production = place.start({ NODE_ENV: 'production' })
    expect(await complaintOf(production)).toStartWith('GOOGLE_CLIENT_ID is required in production')
  })

  test('names the replay file that is not there', async () => {
    const child = place.start({ PRICE_FEED: 'replay:no-such-file.csv' })
    expect(await complaintOf(child)).toContain('no-such-file.csv: there is no such file')
  })

  test('names the port that is taken', async () => {
    const holder = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('mine') })
    const port = `${holder.port}`
    expect(await complaintOf(place.start({ PORT: port }))).toBe(
      `Port ${port} of 127.0.0.1 is in use. Stop what uses it, or set PORT to another.`,
    )
    expect(await (await fetch(holder.url)).text()).toBe('mine')
    await holder.stop(true)
  })

  test('names the database server that is not there', async () => {
    const port = await freePort()
    // A name may stand for several addresses, each of which is tried.
    for (const host of ['127.0.0.1', 'localhost']) {
      const child = place.start({ DATABASE_URL: `postgres://me:hunter2@${host}:${port}/t` })
      const complaint = await complaintOf(child)
      expect(complaint).toContain(`:${port}`)
      expect(complaint).not.toContain('hunter2')
    }
  })
})

describe('the process', () => {
  let child: ChildServer
  let url: string
  let token: string
  let refreshToken: string
  let postId = 0

  test('says where it is and answers', async () => {
    child = place.start({ LOG_LEVEL: 'trace', ADMIN_EMAILS: 'boss@example.com' })
    url = await child.url
    await apiClient(url).get(VoteSummary, '/vote/summary')
    const pair = await signInAt(url)
    token = pair.token
    refreshToken = pair.refreshToken
    const api = apiClient(url, token)
    const content = '<p>Still here tomorrow?</p>'
    postId = (await api.call(CreatePostReply, 'POST', '/posts/frees', { content })).id
  })

  if (testServerUrl === null) {
    test('is unharmed by a second one on its data folder, which says who holds it', async () => {
      expect(await complaintOf(place.start())).toContain(`is in use by process ${child.pid}`)
      const seen = await apiClient(url, token).get(PostDetail, `/posts/frees/${postId}`)
      expect(seen.title).toBe('Still here tomorrow?')
    })
  }

  test('under load loses no request that was sent before SIGTERM, and ends with 0', async () => {
    const headers = { authorization: `Bearer ${token}`, connection: 'close' }
    let isEnding = false
    let answered = 0
    const lost: string[] = []
    /** Asks until the port is closed. What is sent after the signal may be turned away, not failed. */
    const client = async (path: string) => {
      while (lost.length === 0) {
        const isLate = isEnding
        const said = await fetch(`${url}/api/v1${path}`, { headers }).then(
          async (reply) => (await reply.arrayBuffer()) && `${reply.status}`,
          (error: Error & { code?: string }) => error.code ?? error.message,
        )
        if (said === '200') answered += 1
        else if (isLate && /ConnectionRefused|ECONNREFUSED|ECONNRESET/.test(said)) return
        else lost.push(`${path} ${said}`)
      }
    }
    const clients = ['/vote/summary', '/votes', '/candles?limit=3000', '/profile'].map(client)
    await eventually(() => answered >= 50 || lost.length > 0)
    isEnding = true
    await end(child, 'SIGTERM')
    await Promise.all(clients)
    expect(lost).toEqual([])
  })

  test('finds its data and its sessions again', async () => {
    child = place.start({ LOG_LEVEL: 'trace' })
    url = await child.url
    const seen = await apiClient(url, token).get(PostDetail, `/posts/frees/${postId}`)
    expect(seen.title).toBe('Still here tomorrow?')
  })

  test('is not hindered by one that was killed', async () => {
    child.signal('SIGKILL')
    await child.exited
    child = place.start({ LOG_LEVEL: 'trace' })
    url = await child.url
    await apiClient(url).get(VoteSummary, '/vote/summary')
  })

  test('writes no token and no e-mail to its log, however much it logs', async () => {
    const api = apiClient(url, token)
    await api.raw('POST', '/auth/refresh-token', { body: { refreshToken } })
    await api.raw('POST', '/auth/google', { body: { tokenId: token } })
    await api.raw('GET', `/profile?token=${token}`)
    await api.raw('POST', '/auth/logout', { body: { refreshToken } })
    await end(child, 'SIGINT')
    const written = place.output()
    expect(written).toContain('/api/v1/profile')
    const signature = token.split('.')[2] ?? ''
    for (const secret of [refreshToken, signature, '@example', claimsOf(token).email]) {
      expect(written).not.toContain(secret)
    }
  })
})
