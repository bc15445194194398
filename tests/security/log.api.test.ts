import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AuthConfig, RefreshReply, TokenPair } from '#shared/contract/auth.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { apiClient, claimsOf } from '#tests/support/api-client.ts'
import { type ChildPlace, type ChildServer, childPlace } from '#tests/support/child-server.ts'
import { eventually } from '#tests/support/eventually.ts'
import { localPerson, oidcAttempt, oidcBrowser } from '#tests/support/oidc-client.ts'
import { exchangeCode, serverClient, startAttempt, submitForm } from '#tests/support/sign-in.ts'
import { head, sendAndRead } from './support/raw-http.ts'

/** A server process at the most verbose log level. */
describe('the log at the most verbose level', () => {
  let place: ChildPlace
  let server: ChildServer
  let url = ''

  beforeAll(async () => {
    place = await childPlace()
    server = place.start({
      LOG_LEVEL: 'trace',
      JWT_SECRET: 'a-secret-of-this-test-alone-0123456789',
    })
    url = await server.url
  }, 180_000)
  afterAll(() => place.dispose())

  const ordered = () => server.output().out + server.output().errors

  /** Waits until the log contains every request sent so far. */
  const settled = async () => {
    const reply = await fetch(`${url}/api/v1/nothing`)
    const id = reply.headers.get('x-request-id') ?? 'none'
    await eventually(() => ordered().includes(id), { what: 'the last request is in the log' })
  }

  test('contains no token, code, password or email address, even after failures', async () => {
    const api = apiClient(url)
    const { issuer } = await api.get(AuthConfig, '/auth/config')
    const client = serverClient(url)
    const attempt = startAttempt(issuer, client)
    const { leftFor } = await submitForm(attempt, { name: 'Whisperer', action: 'sign-in' })
    const code = leftFor?.searchParams.get('code') ?? ''
    const exchange = await exchangeCode(issuer, client, code, attempt.verifier)
    const { id_token: idToken = '' }: { id_token?: string } = JSON.parse(await exchange.text())
    const { token, refreshToken } = await api.call(TokenPair, 'POST', '/auth/google', {
      tokenId: idToken,
    })
    const flow = oidcAttempt()
    const back = await oidcBrowser(url, 'local').signIn(flow, localPerson('Whisperer'))
    const body = { code: back.searchParams.get('code') ?? '', verifier: flow.verifier }
    await fetch(back)
    await api.call(TokenPair, 'POST', '/auth/oidc/exchange', body)
    const renewed = await api.call(RefreshReply, 'POST', '/auth/refresh-token', { refreshToken })
    const { email } = claimsOf(token)

    // The same secrets in wrong places and in rejected requests.
    const me = api.as(token)
    await me.raw('GET', `/votes?token=${token}&refreshToken=${refreshToken}`)
    await me.raw('GET', `/nothing/${token}`)
    await fetch(`${url}/login/callback?code=${code}&state=${attempt.state}`)
    await fetch(`${url}/${refreshToken}`)
    await api.raw('POST', '/auth/google', { body: { tokenId: `${idToken}x` } })
    await api.raw('POST', '/auth/google', { body: { tokenId: idToken, password: 'hunter2' } })
    await api.raw('POST', '/auth/refresh-token', { body: { refreshToken: `${refreshToken}x` } })
    await api.raw('POST', '/auth/refresh-token', { body: `{"refreshToken":"${refreshToken}"` })
    await api.as(`${token}x`).raw('GET', '/profile')
    await api.raw('GET', '/profile', { headers: { authorization: `Basic ${btoa('me:hunter2')}` } })
    await api.raw('GET', '/profile', {
      headers: { cookie: `token=${token}`, 'x-api-key': 'hunter2' },
    })
    await exchangeCode(issuer, client, code, attempt.verifier)
    await me.raw('POST', '/posts/frees', { body: { content: 'private post text' } })
    const { target2 } = await api.get(VoteSummary, '/vote/summary')
    const ballot = { targetDate: target2.targetDate, vote: 'up', content: 'private vote note' }
    expect((await me.raw('POST', '/votes', { body: ballot })).status).toBe(200)
    await me.raw('POST', '/votes', { body: ballot })
    await me.raw('POST', '/profile/update-nickname', { body: { nickname: 'hidden-name' } })
    await me.raw('POST', '/auth/logout', { body: { refreshToken: renewed.refreshToken } })
    await settled()

    const keys = join(place.folder, 'data')
    const storedKeys = existsSync(keys)
      ? readdirSync(keys, { withFileTypes: true })
          .filter((entry) => entry.isFile() && /secret|key/i.test(entry.name))
          .map((entry) => readFileSync(join(keys, entry.name), 'utf8').trim())
      : []
    const secrets = {
      'the access token': token,
      'its signature': token.split('.')[2] ?? '',
      'its payload': token.split('.')[1] ?? '',
      'the renewed access token': renewed.accessToken,
      'the refresh token': refreshToken,
      'the renewed refresh token': renewed.refreshToken,
      'the ID token': idToken.split('.')[2] ?? '',
      'the authorization code': code,
      'the code verifier': attempt.verifier,
      'the state': attempt.state,
      'the one-time code': body.code,
      'the verifier of the code': flow.verifier,
      "the client's state": flow.state,
      'a password': 'hunter2',
      'the password in base64': btoa('me:hunter2'),
      'an email address': email,
      'the server secret': 'a-secret-of-this-test-alone',
      'the text of a post': 'private post text',
      'the note of a vote': 'private vote note',
      'a nickname': 'hidden-name',
      ...Object.fromEntries(storedKeys.map((text, index) => [`stored key ${index}`, text])),
      ...(process.env.TEST_DATABASE_URL && {
        'the database password': new URL(process.env.TEST_DATABASE_URL).password || 'none',
      }),
    }
    const log = ordered()
    expect(log.split('\n').length).toBeGreaterThan(15)
    for (const [name, secret] of Object.entries(secrets)) {
      expect([name, secret.length > 0, log.includes(secret)]).toEqual([name, true, false])
    }
  }, 180_000)

  test('has one line per request with route pattern, status, duration and request id; cached replies at debug', async () => {
    const lines = () =>
      ordered()
        .split('\n')
        .filter((each) => each.startsWith('{'))
        .map((each): unknown => JSON.parse(each))
    const fetchWithId = (path: string, id: string) =>
      fetch(`${url}/api/v1${path}`, { headers: { 'x-request-id': id } })
    const reply = await fetchWithId(
      '/rounds/2026-01-01T00%3A00%3A00.000Z?secret=in-the-query',
      'my-own-id-1',
    )
    const id = reply.headers.get('x-request-id') ?? 'none'
    // Without a trusted proxy a client's request id is ignored.
    expect(id).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/)
    await fetchWithId('/users/rankers', 'my-own-id-2')
    await fetchWithId('/users/rankers', 'my-own-id-3')
    await settled()
    expect(lines()).toContainEqual({
      level: 30,
      time: expect.any(String),
      requestId: id,
      method: 'GET',
      route: '/api/v1/rounds/:targetDate',
      status: reply.status,
      ms: expect.any(Number),
      msg: 'request',
    })
    const cachedReply = { route: '/api/v1/users/rankers', status: 200, msg: 'cached reply' }
    expect(lines()).toContainEqual({ level: 20, time: expect.any(String), ...cachedReply })
    expect(ordered()).not.toMatch(/my-own-id|in-the-query/)
  }, 180_000)

  test('resists log injection: every line is one JSON entry', async () => {
    const line = '{"level":50,"msg":"forged"}'
    const fake = encodeURIComponent(`\r\n${line}\r\n`)
    const { port } = new URL(url)
    await fetch(`${url}/api/v1/nothing${fake}`)
    await fetch(`${url}/api/v1/votes?${fake}=${fake}`)
    await fetch(`${url}/${fake}`)
    const headers = { 'user-agent': line, referer: `http://a/${fake}`, 'x-request-id': line }
    await fetch(`${url}/api/v1/votes`, { headers })
    await apiClient(url).raw('POST', '/auth/google', {
      body: { tokenId: `x\r\n${line}`, [line]: 1 },
    })
    await apiClient(url).raw('POST', '/events', {
      body: { events: [{ name: `\u001b[2J\n${line}` }] },
    })
    for (const bytes of [head(`GET /${line}`, 'Host: a'), head(`FORGED${line} /`, 'Host: a')]) {
      const connection = await sendAndRead(Number(port), bytes)
      connection.close()
    }
    await settled()
    const lines = server
      .output()
      .out.split('\n')
      .filter((each) => each.startsWith('{'))
    expect(lines.length).toBeGreaterThan(10)
    for (const each of lines) {
      const entry: { msg?: string; time?: string } = JSON.parse(each)
      expect([each, entry.msg === 'forged', typeof entry.time]).toEqual([each, false, 'string'])
    }
    expect(ordered()).not.toContain('forged')
    expect(ordered()).not.toContain('\u001b[2J')
  }, 180_000)
})
