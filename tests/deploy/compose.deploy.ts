import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { listBackups } from '#api/commands/backup/backup-folder.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { CreateVoteReply, VoteList } from '#shared/contract/votes.ts'
import { MINUTE_MS } from '#shared/rules/time.ts'
import { type ApiClient, apiClient } from '#tests/support/api-client.ts'
import { openStream } from '#tests/support/stream-client.ts'
import { note, secondsSince, startLog, until } from './log.ts'
import { postFromContainer } from './other-client.ts'
import { ENGINE, HOST, HTTP_PORT, HTTPS_PORT, prepareStack, SITE } from './prepare-stack.ts'
import type { Google } from './providers.ts'
import { expectPages, isFailedPage } from './public-pages.ts'
import type { Stack } from './stack.ts'
import { openTlsClient, type TlsClient } from './tls-client.ts'
import { startVisitors } from './visitors.ts'

// From nothing to a vote by HTTPS on the images and the compose file that are deployed, in production
// mode. `npm run test:deploy` builds the images first and writes test-results/deploy.log.
const APPS = ['app-1', 'app-2']

describe.skipIf(ENGINE === '')('deploy/compose.yaml', () => {
  let folder: string
  let stack: Stack
  let google: Google
  let tls: TlsClient
  let api: ApiClient

  beforeAll(async () => {
    startLog()
    ;({ folder, google, stack } = await prepareStack())
  }, MINUTE_MS)

  afterAll(async () => {
    for (const app of APPS) note(`log of ${app}:\n${await stack.logs(app).catch(String)}`)
    tls?.stop()
    await stack.down()
    rmSync(folder, { recursive: true, force: true })
  }, 3 * MINUTE_MS)

  test(
    'starts from nothing to two healthy instances behind TLS',
    async () => {
      const start = performance.now()
      await stack.up('providers', 'caddy')
      note(`up and healthy after ${secondsSince(start)}`)
      const root = '/data/caddy/pki/authorities/local/root.crt'
      const ca = await stack.exec('caddy', 'cat', root)
      tls = await openTlsClient({ port: HTTPS_PORT, name: HOST, ca })
      api = apiClient(tls.url)
      expect((await fetch(`${tls.url}/readyz`)).status).toBe(200)
      expect((await fetch(`${tls.url}/metrics`)).status).toBe(404)
      const plain = await fetch(`http://${HOST}:${HTTP_PORT}/`, { redirect: 'manual' })
      expect(plain.headers.get('location')).toBe(`${SITE}/`)
    },
    5 * MINUTE_MS,
  )

  test(
    'takes the vote of a person who signed in, and both instances show it within a second',
    async () => {
      const { token } = await api.signIn(await google.idToken('Mina'))
      const mina = api.as(token)
      const summary = await until('the open round has its reference price', async () => {
        const now = await api.get(VoteSummary, '/vote/summary')
        return now.target2.refPrice !== null && now.price?.freshness === 'live' ? now : null
      })
      const { target2, price } = summary
      note(`${price?.source} ${price?.market} ${price?.value}; reference ${target2.refPrice}`)
      expect(price).toMatchObject({ source: 'binance', market: 'real' })
      const stream = await openStream(tls.url)
      await stream.next('hello')

      const body = { targetDate: target2.targetDate, vote: 'up', content: '<p>Up.</p>' }
      const addresses = await Promise.all(APPS.map((app) => stack.address(app)))
      const { id, offer } = await mina.call(CreateVoteReply, 'POST', '/votes', body)
      const voted = performance.now()
      const delays = await Promise.all(
        addresses.map(async (address) => {
          const direct = apiClient(`http://${address}:3000`)
          await until(`${address} shows the vote`, async () => {
            const { posts } = await direct.get(VoteList, '/votes')
            return posts.some((post) => post.id === id) || null
          })
          return Math.round(performance.now() - voted)
        }),
      )
      note(`vote ${id}, offer +${offer.hit} ${offer.miss}; on both instances after ${delays} ms`)
      expect(Math.max(...delays)).toBeLessThan(1000)
      const counted = await stream.next('summary')
      expect(counted.summary.target2.votes.up).toBe(1)
      expect((await stream.next('price')).price.source).toBe('binance')
      stream.close()
    },
    MINUTE_MS,
  )

  test(
    'serves public pages with their content, under the https address',
    async () => {
      await expectPages(tls.url, SITE)
      const logs = await Promise.all(APPS.map((app) => stack.logs(app)))
      expect(logs.join('\n').split('\n').filter(isFailedPage)).toEqual([])
    },
    MINUTE_MS,
  )

  test(
    'Caddy, which strangers reach, has no way to the database and the events',
    async () => {
      const names = (service: string) =>
        stack.exec(service, 'getent', 'hosts', 'postgres', 'valkey', 'app-1')
      expect(await names('app-2')).toMatch(/postgres[\s\S]*valkey[\s\S]*app-1/)
      const known = await names('caddy')
      expect(known).toContain('app-1')
      expect(known).not.toMatch(/postgres|valkey/)
    },
    MINUTE_MS,
  )

  test(
    'runs without root, capabilities and a writable file system',
    async () => {
      for (const service of [...APPS, 'postgres', 'valkey', 'caddy']) {
        const status = await stack.exec(service, 'cat', '/proc/1/status')
        const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1]
        const written = await stack.exec(service, 'touch', '/written')
        note(`${service}: uid ${field('Uid')}, capabilities ${field('CapEff')}, touch: ${written}`)
        expect(field('NoNewPrivs')).toBe('1')
        // Caddy may bind ports below 1024 (bit 10), and nothing else.
        expect(Number(`0x${field('CapBnd')}`)).toBe(service === 'caddy' ? 1 << 10 : 0)
        if (service !== 'caddy') expect(field('Uid')).not.toBe('0')
        expect(written).toContain('Read-only file system')
      }
    },
    MINUTE_MS,
  )

  test(
    'counts requests by the address of the client, whatever it claims to be',
    async () => {
      const path = '/auth/refresh-token'
      const body = { refreshToken: 'none' }
      const statuses: number[] = []
      for (let count = 0; count < 130; count++) {
        const headers = { 'x-forwarded-for': `203.0.113.${count}` }
        statuses.push((await api.raw('POST', path, { body, headers })).status)
      }
      const refused = statuses.filter((status) => status === 429).length
      const other = await postFromContainer(stack, `/api/v1${path}`, body)
      note(`130 renewals with invented addresses: ${refused} × 429; from another address: ${other}`)
      expect(refused).toBeGreaterThanOrEqual(10)
      expect(other).toBe('401')
    },
    MINUTE_MS,
  )

  test(
    'loses no request while the instances restart one after another',
    async () => {
      const visitors = startVisitors(`${tls.url}/api/v1/vote/summary`, 8)
      const times: string[] = []
      for (const app of APPS) {
        const start = performance.now()
        await stack.restart(app)
        times.push(secondsSince(start))
      }
      const { answered, lost } = await visitors.stop()
      note(
        `rolling restart (${times}): ${answered} answered, ${lost.length} lost ${lost.slice(0, 3)}`,
      )
      expect(lost).toEqual([])
      expect(answered).toBeGreaterThan(100)
    },
    3 * MINUTE_MS,
  )

  test(
    'backs itself up, at once where there is no backup yet, and stops when asked to',
    async () => {
      await stack.up('backup')
      const made = async () => listBackups(join(folder, 'backups'))[0] ?? null
      const name = await until('a backup is made', made)
      note(`backup: ${name}; ${await stack.logs('backup')}`)
      await stack.stop('backup')
      expect(await stack.exitCode('backup')).toBe(143)
    },
    MINUTE_MS,
  )

  test(
    'is backed up while it runs and restored after a loss of every row',
    async () => {
      note(await stack.tools('backup', '/backups/test.dump'))
      for (const app of APPS) await stack.stop(app)
      const codes = await Promise.all(APPS.map((app) => stack.exitCode(app)))
      note(`exit codes after SIGTERM: ${codes}`)
      expect(codes).toEqual([0, 0])
      const drop = 'DROP SCHEMA public CASCADE; CREATE SCHEMA public'
      await stack.exec('postgres', 'psql', '-q', '-U', 'tidemark', '-d', 'tidemark', '-c', drop)
      note(await stack.tools('restore', '/backups/test.dump'))
      for (const app of APPS) await stack.restart(app)
      const { posts } = await until('the site answers', () =>
        api.get(VoteList, '/votes').catch(() => null),
      )
      expect(posts.map(({ nickname }) => nickname)).toEqual(['Mina'])
    },
    3 * MINUTE_MS,
  )
})
