import { expect, test } from 'playwright/test'
import { freePort } from '#build/setup/free-port.mjs'
import { startNginx } from '#build/setup/nginx.mjs'
import { fromRoot } from '#build/setup/project.mjs'
import { STREAM_PATH } from '#shared/contract/endpoints.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { VoteList } from '#shared/contract/votes.ts'
import { conform } from '#tests/support/api-client.ts'
import { eventually } from '#tests/support/eventually.ts'
import { authority, METRICS_TOKEN } from '#tests/support/production-front.ts'
import { type ProductionSite, startProductionSite } from '#tests/support/production-site.ts'

// The shipped configuration of nginx, a shared cache, in front of two instances as in production.

const API = '/api/v1'
const SUMMARY = `${API}/vote/summary`
const VOTES = `${API}/votes?page=1`

let site: ProductionSite
let nginx: Awaited<ReturnType<typeof startNginx>>
let url = ''

test.beforeAll(async () => {
  site = await startProductionSite(authority ?? '', { seeded: true })
  const port = await freePort()
  const [first = '', second = ''] = site.instances.map((address) => new URL(address).host)
  nginx = await startNginx({
    conf: await Bun.file(fromRoot('deploy', 'nginx.conf')).text(),
    port,
    upstreams: { '10.0.0.11:3000': first, '10.0.0.12:3000': second },
  })
  url = `http://127.0.0.1:${port}`
})
test.afterAll(async () => {
  await nginx?.stop()
  await site?.stop()
})

const BROWSER = {
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-US,en;q=0.9',
}

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(url + path, { headers: { ...BROWSER, ...headers }, redirect: 'manual' })

/** Requests that reached the instances so far, by route. */
async function reached(): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  for (const address of site.instances) {
    const text = await (await fetch(`${address}/metrics`, { headers })).text()
    for (const [, route = '', count] of text.matchAll(
      /^tidemark_http_requests_total\{route="([^"]+)",[^}]*\} (\d+)$/gm,
    )) {
      counts.set(route, (counts.get(route) ?? 0) + Number(count))
    }
  }
  return counts
}

test('of 10,000 guests, one request a second and page reaches the servers', async () => {
  // A page counts as `web` when it is rendered anew.
  const paths = { '/': ['page', 'web'], [SUMMARY]: [SUMMARY], [VOTES]: [`${API}/votes`] }
  const before = await reached()
  const start = performance.now()
  // On a fast machine only these reach a server: all others follow within a second.
  // On a busy one the first reply may take longer than nginx lets the next readers wait for it.
  for (const path of Object.keys(paths)) {
    await get(path, { 'accept-encoding': 'gzip, br' })
    await get(path, { 'accept-encoding': 'br' })
  }
  const statuses = new Map<number, number>()
  const guests = Array.from({ length: 10_000 }, (_, guest) => guest)
  const read = async () => {
    for (let guest = guests.pop(); guest !== undefined; guest = guests.pop()) {
      const path = Object.keys(paths)[guest % 3] ?? '/'
      // Browsers differ in what they accept, and in cookies that are not the site's.
      const reply = await get(path, {
        'accept-encoding': guest % 2 ? 'gzip, deflate, br' : 'br;q=1.0, gzip;q=0.8, *;q=0.1',
        cookie: `visit=${guest}`,
      })
      await reply.arrayBuffer()
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: 100 }, read))
  const seconds = Math.ceil((performance.now() - start) / 1000)
  expect(statuses).toEqual(new Map([[200, 10_000]]))
  const after = await reached()
  for (const [path, routes] of Object.entries(paths)) {
    const sum = (counts: Map<string, number>) =>
      routes.reduce((total, route) => total + (counts.get(route) ?? 0), 0)
    const count = sum(after) - sum(before)
    // The first request, and one for each second begun.
    expect.soft(count, path).toBeGreaterThan(0)
    expect.soft(count, path).toBeLessThanOrEqual(seconds + 1)
  }
})

test('each guest gets the own language: chosen, else the browser’s', async () => {
  const languageOf = async (headers: Record<string, string>) => {
    const reply = await get('/', headers)
    expect(reply.headers.get('cache-control')).toBe(
      'public, max-age=0, s-maxage=1, stale-while-revalidate=4',
    )
    const vary = reply.headers.get('vary')?.toLowerCase()
    expect(vary).not.toContain('cookie')
    const named = /<html[^>]* lang="(\w+)/.exec(await reply.text())?.[1]
    expect(named).toBe(reply.headers.get('content-language')?.slice(0, 2))
    return named
  }
  for (let round = 0; round < 2; round += 1) {
    expect(await languageOf({})).toBe('en')
    expect(await languageOf({ 'accept-language': 'ko-KR,ko;q=0.9' })).toBe('ko')
    expect(await languageOf({ cookie: 'userLocale=ko-KR' })).toBe('ko')
    const chosen = { 'accept-language': 'ko', cookie: 'visit=1; userLocale=en-US' }
    expect(await languageOf(chosen)).toBe('en')
  }
})

test('a shared reply names no request, and no limits of another guest', async () => {
  for (const path of [
    '/rules',
    '/u/AAAAAA',
    SUMMARY,
    `${API}/offers/calibration`,
    '/cards/site.png',
  ]) {
    for (const headers of [{ 'accept-language': 'ko' }, { 'accept-language': 'en' }]) {
      const reply = await get(path, headers)
      if (!reply.headers.get('cache-control')?.includes('s-maxage')) continue
      const names = [...reply.headers.keys()]
      const own = names.filter((name) => /^(?:ratelimit-|x-request-id|set-cookie)/.test(name))
      expect.soft([path, own]).toEqual([path, []])
      expect.soft(reply.headers.get('content-security-policy')).not.toBeNull()
      expect.soft(reply.headers.get('strict-transport-security')).not.toBeNull()
    }
  }
})

test('a member reads past the cache, guests see the vote soon after', async () => {
  const { token } = await site.signIn('Mina')
  const own = { authorization: `Bearer ${token}` }
  const { target2 } = conform(VoteSummary, await (await get(SUMMARY)).json())
  await get(VOTES)
  const sent = await fetch(`${url}${API}/votes`, {
    method: 'POST',
    headers: { ...own, 'content-type': 'application/json' },
    body: JSON.stringify({ targetDate: target2.targetDate, vote: 'up', content: '<p>Through</p>' }),
  })
  expect(sent.status).toBe(200)
  const newestFor = async (headers: Record<string, string>) => {
    const reply = await get(VOTES, headers)
    const shared = reply.headers.get('cache-control')?.includes('s-maxage')
    const [newest] = conform(VoteList, await reply.json()).posts
    return { shared, nickname: newest?.nickname }
  }
  // The other instance learns of the vote by an event.
  await eventually(async () => {
    const { shared, nickname } = await newestFor(own)
    expect(shared).toBe(false)
    return nickname === 'Mina'
  })
  await eventually(async () => (await newestFor({})).nickname === 'Mina')
  expect((await newestFor({})).shared).toBe(true)

  const profile = await get(`${API}/profile`, own)
  expect([profile.status, profile.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect((await get(`${API}/profile`)).status).toBe(401)
})

test('the desktop app and other origins get headers of their own', async () => {
  await get(SUMMARY)
  const reply = await get(SUMMARY, { origin: 'app://tidemark' })
  expect(reply.headers.get('access-control-allow-origin')).toBe('app://tidemark')
  expect(reply.headers.get('cache-control')).toBe('no-cache')
  expect((await get(SUMMARY)).headers.get('access-control-allow-origin')).toBeNull()
})

test('passes the live connection', async () => {
  const socket = new WebSocket(url.replace('http', 'ws') + STREAM_PATH)
  const first = await new Promise<string>((resolve, reject) => {
    socket.onmessage = ({ data }) => resolve(`${data}`)
    socket.onerror = () => reject(new Error('the live connection failed'))
  })
  expect(JSON.parse(first)).toHaveProperty('type')
  socket.close()
})
