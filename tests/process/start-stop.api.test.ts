import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { CreatePostReply, PostDetail } from '#shared/contract/posts.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { apiClient, claimsOf } from '#tests/support/api-client.ts'
import { type ChildPlace, type ChildServer, childPlace } from '#tests/support/child-server.ts'
import { eventually } from '#tests/support/eventually.ts'
import { serverClient, signIn } from '#tests/support/sign-in.ts'
import { testServerUrl } from '#tests/support/test-database.ts'

/** Shared by all tests, because a start on a new data folder takes seconds. */
let place: ChildPlace

beforeAll(async () => {
  place = await childPlace()
})
afterAll(() => place.dispose())

/** Stops the process with a signal; it must exit within ten seconds. */
async function end(child: ChildServer, signal: 'SIGTERM' | 'SIGINT') {
  const begin = performance.now()
  child.signal(signal)
  expect(await child.exited).toBe(0)
  expect(performance.now() - begin).toBeLessThan(10_000)
}

async function signInAt(url: string) {
  const { issuer } = await apiClient(url).authConfig()
  const { idToken } = await signIn(issuer, serverClient(url), 'Mina')
  return apiClient(url).signIn(idToken)
}

describe('the process', () => {
  let child: ChildServer
  let url: string
  let token: string
  let refreshToken: string
  let postId = 0

  test('prints its URL and serves', async () => {
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
    test('is unaffected by a second one on its data folder, which names its pid', async () => {
      const second = place.start()
      expect(await second.exited).toBe(1)
      expect(second.output().errors).toContain(`is in use by process ${child.pid}`)
      const seen = await apiClient(url, token).get(PostDetail, `/posts/frees/${postId}`)
      expect(seen.title).toBe('Still here tomorrow?')
    })
  }

  test('answers every request sent before SIGTERM, under load, and exits with 0', async () => {
    const headers = { authorization: `Bearer ${token}`, connection: 'close' }
    let isEnding = false
    let answered = 0
    const lost: string[] = []
    /** Sends requests until the port is closed; later ones may be refused but must not fail. */
    const client = async (path: string) => {
      while (lost.length === 0) {
        const isLate = isEnding
        const outcome = await fetch(`${url}/api/v1${path}`, { headers }).then(
          async (reply) => (await reply.arrayBuffer()) && `${reply.status}`,
          (error: Error & { code?: string }) => error.code ?? error.message,
        )
        if (outcome === '200') answered += 1
        else if (isLate && /ConnectionRefused|ECONNREFUSED|ECONNRESET/.test(outcome)) return
        else lost.push(`${path} ${outcome}`)
      }
    }
    const clients = ['/vote/summary', '/votes', '/candles?limit=3000', '/profile'].map(client)
    await eventually(() => answered >= 50 || lost.length > 0)
    isEnding = true
    await end(child, 'SIGTERM')
    await Promise.all(clients)
    expect(lost).toEqual([])
  })

  test('has its data and sessions after a restart', async () => {
    child = place.start({ LOG_LEVEL: 'trace' })
    url = await child.url
    const seen = await apiClient(url, token).get(PostDetail, `/posts/frees/${postId}`)
    expect(seen.title).toBe('Still here tomorrow?')
  })

  test('starts after kill -9', async () => {
    child.signal('SIGKILL')
    await child.exited
    child = place.start({ LOG_LEVEL: 'trace' })
    url = await child.url
    await apiClient(url).get(VoteSummary, '/vote/summary')
  })

  test('logs no token and no email at any level', async () => {
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
