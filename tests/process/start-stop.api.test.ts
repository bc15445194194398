import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { freePort } from '#build/setup/free-port.mjs'
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

/** The one line of error, without a stack, of a process that exits with 1. */
async function errorOf(child: ChildServer): Promise<string> {
  expect(await child.exited).toBe(1)
  const { errors } = child.output()
  expect(errors.trimEnd().split('\n')).toHaveLength(1)
  expect(errors).not.toMatch(/\bat .*:\d+|\.ts:/)
  return errors.trimEnd()
}

async function signInAt(url: string) {
  const { issuer } = await apiClient(url).authConfig()
  const { idToken } = await signIn(issuer, serverClient(url), 'Mina')
  return apiClient(url).signIn(idToken)
}

describe('a failing start', () => {
  test('names the invalid setting', async () => {
    expect(await errorOf(place.start({ PORT: 'http' }))).toBe(
      'PORT ("http") must be a whole number from 0 to 65535.',
    )
    const production = place.start({ NODE_ENV: 'production' })
    expect(await errorOf(production)).toStartWith(
      'GOOGLE_CLIENT_ID or OIDC_PROVIDERS is required in production',
    )
  })

  test('names a wrong provider before it opens a database', async () => {
    const database = 'postgres://127.0.0.1:9/none'
    const child = place.start({ OIDC_PROVIDERS: '[{"id":"x"}]', DATABASE_URL: database })
    expect(await errorOf(child)).toBe('OIDC_PROVIDERS[0] has a wrong or missing kind.')
  })

  test('names the missing replay file', async () => {
    const child = place.start({ PRICE_FEED: 'replay:no-such-file.csv' })
    expect(await errorOf(child)).toContain('no-such-file.csv: there is no such file')
  })

  test('names the port in use', async () => {
    const holder = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('mine') })
    const port = `${holder.port}`
    expect(await errorOf(place.start({ PORT: port }))).toBe(
      `Port ${port} of 127.0.0.1 is in use. Stop what uses it, or set PORT to another.`,
    )
    expect(await (await fetch(holder.url)).text()).toBe('mine')
    await holder.stop(true)
  })

  test('names HOST when it is no address of this machine', async () => {
    expect(await errorOf(place.start({ HOST: '203.0.113.9' }))).toBe(
      'HOST 203.0.113.9 is no address of this machine. Set it to one, or to 0.0.0.0 for all.',
    )
  })

  test('names DATA_DIR when it is a file or cannot be created', async () => {
    const file = join(place.folder, 'file')
    await Bun.write(file, '')
    for (const [DATA_DIR, reason] of [
      [file, 'it, or a folder above it, is a file'],
      ['/proc/tidemark', 'it cannot be created'],
    ] as const) {
      expect(await errorOf(place.start({ DATA_DIR, DATABASE_URL: '' }))).toBe(
        `DATA_DIR ${DATA_DIR} cannot be used: ${reason}. Set it to a folder that the server may write to.`,
      )
    }
  })

  test('names the unreachable database server, without its password', async () => {
    const port = await freePort()
    // A name may resolve to several addresses, each of which is tried.
    const child = place.start({ DATABASE_URL: `postgres://me:hunter2@localhost:${port}/t` })
    const error = await errorOf(child)
    expect(error).toStartWith(`DATABASE_URL: localhost:${port}/t cannot be reached.`)
    expect(error).not.toContain('hunter2')
  })
})

test('names a misspelled setting outside production, and starts', async () => {
  const child = place.start({ TRUSTED_PROXY: '10.0.0.1' })
  await child.url
  const line = 'TRUSTED_PROXY is not a setting; TRUSTED_PROXIES, which is unset, is.'
  expect(child.output().errors).toContain(line)
  await end(child, 'SIGTERM')
})

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
      expect(await errorOf(place.start())).toContain(`is in use by process ${child.pid}`)
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
