import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createServer } from 'node:net'
import { Done } from '#shared/contract/common.ts'
import { CreatePostReply, PostDetail, PostList } from '#shared/contract/posts.ts'
import { ReactionReply } from '#shared/contract/reactions.ts'
import { RoundDetail } from '#shared/contract/rounds.ts'
import { VoteList } from '#shared/contract/votes.ts'
import { fillLists } from '#tests/load/fill.ts'
import { newcomer } from '#tests/support/crowd.ts'
import {
  metricOf,
  openQuietly,
  type ReplicaPair,
  sameDatabaseAt,
  startReplicaPair,
} from '#tests/support/replica-pair.ts'
import { createTestDatabase, testServerUrl } from '#tests/support/test-database.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { column, statement } from './sql.ts'

const ROWS = 3_000
const WRITES = 100

let pair: ReplicaPair
let server: TestServer
let writer: Person

async function openMigrated(): Promise<Database> {
  const database = openQuietly(pair.url)
  await migrate(database)
  return database
}

const startWith = async (DATABASE_REPLICA_URL: string) => {
  const database = await openMigrated()
  const environment = { DATABASE_URL: pair.url, DATABASE_REPLICA_URL }
  return startTestServer({ database, environment }).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
}

const metric = (name: string) => metricOf(server.url, `tidemark_${name}`)

/** Runs `work` and answers on which side how many of its reads were. */
async function sidesOf(work: () => Promise<unknown>) {
  const count = async () => [
    await metric('guest_reads_replica_total'),
    await metric('guest_reads_primary_total'),
  ]
  const [replica = 0, primary = 0] = await count()
  await work()
  const [replicaAfter = 0, primaryAfter = 0] = await count()
  return { replica: replicaAfter - replica, primary: primaryAfter - primary }
}

/**
 * Lets seconds pass until the replica is usable or not. From there on the clock stands still, and
 * with it the age of what the replica has.
 */
async function untilUsable(wanted: boolean) {
  const until = performance.now() + 15_000
  while ((await metric('replica_usable')) !== Number(wanted)) {
    if (performance.now() > until) throw new Error(`the replica never became usable: ${wanted}`)
    server.clock.advance(1000)
  }
}

const guestTitle = async (id: number) =>
  (await server.api.get(PostList, '/posts/suggestions?page=2')).posts.find((post) => post.id === id)
    ?.title

const write = async (content: string, board = 'suggestions') => {
  const body = { content: `<p>${content}</p>` }
  return (await writer.api.call(CreatePostReply, 'POST', `/posts/${board}`, body)).id
}
const edit = (id: number, content: string) =>
  writer.api.call(Done, 'PUT', `/posts/suggestions/${id}`, { content: `<p>${content}</p>` })

const otherServer = testServerUrl

// A replica is a standby of a PostgreSQL server, and this one has a pair of its own.
if (otherServer !== null) {
  describe('with a replica', () => {
    /** A post of the writer on the second page, and one on the first. */
    let second = 0
    let first = 0

    beforeAll(async () => {
      pair = await startReplicaPair()
      const database = await openMigrated()
      await fillLists(database, ROWS)
      await database.query(
        statement("SELECT setval('user_account_id_seq', (SELECT max(id) FROM user_account))"),
      )
      await database.close()
      server = await startWith(pair.replicaUrl)
      writer = await newcomer(server, 'Writer')
      second = await write('second')
      for (let post = 0; post < 10; post++) first = await write(`newer ${post}`)
      await untilUsable(true)
    }, 60_000)
    afterAll(async () => {
      await server?.stop()
      await pair?.stop()
    }, 30_000)

    test('guests read pages from the second on there, and see what everybody sees', async () => {
      const pages = [2, 50, 201, 202, 250, 300]
      const paths = [
        ...pages.map((page) => ['/votes', VoteList, page] as const),
        ...pages.map((page) => ['/posts/frees', PostList, page] as const),
        ['/posts/suggestions', PostList, 2] as const,
      ]
      const sides = await sidesOf(async () => {
        for (const [path, shape, page] of paths) {
          const asGuest = await server.api.get(shape, `${path}?page=${page}`)
          expect(asGuest.posts.length).toBeGreaterThan(0)
          expect(asGuest).toEqual(await writer.api.get(shape, `${path}?page=${page}`))
        }
      })
      expect(sides).toEqual({ replica: paths.length, primary: 0 })
    })

    test('and posts, and rounds that are settled; the rest comes from the primary', async () => {
      const [settled] = await server.core.database.query(
        statement('SELECT max(target_date) AS target FROM round WHERE outcome IS NOT NULL', {
          target: column.instant,
        }),
      )
      const round = `/rounds/${settled?.target.toISOString()}`
      const there = await sidesOf(async () => {
        const post = `/posts/suggestions/${first}`
        expect(await server.api.get(PostDetail, post)).toEqual(
          await writer.api.get(PostDetail, post),
        )
        expect(await server.api.get(RoundDetail, round)).toEqual(
          await writer.api.get(RoundDetail, round),
        )
      })
      expect(there).toEqual({ replica: 2, primary: 0 })
      const kept = ['/votes', '/posts/frees?page=1', '/posts/recent', '/vote/summary']
      const live = `/rounds/${new Date('2026-11-26T00:00:00Z').toISOString()}`
      const elsewhere = await sidesOf(async () => {
        for (const path of [...kept, '/users/rankers', live]) {
          expect((await server.api.raw('GET', path)).status).toBe(200)
        }
      })
      expect(elsewhere).toEqual({ replica: 0, primary: 0 })
    })

    test('all of a page comes from one side, while the other moves on', async () => {
      const pages = [2, 150, 250, 300]
      const read = () =>
        Promise.all(pages.map((page) => server.api.get(PostList, `/posts/frees?page=${page}`)))
      const before = await read()
      await pair.onStandby('SELECT pg_wal_replay_pause()')
      for (let post = 0; post < 7; post++) await write('seven more', 'frees')
      expect(await read()).toEqual(before)
    })

    test('whatever the replica lacks is found all the same', async () => {
      const id = await write('brand new')
      const sides = await sidesOf(async () => {
        expect((await server.api.get(PostDetail, `/posts/suggestions/${id}`)).title).toBe(
          'brand new',
        )
        expect(await server.api.refusal('GET', `/posts/suggestions/${id + 1}`)).toBe(
          '404 NOT_FOUND',
        )
        const beyond = await server.api.get(PostList, '/posts/suggestions?page=99')
        expect(beyond).toMatchObject({ posts: [], pagination: { totalPosts: 12 } })
      })
      expect(sides).toEqual({ replica: 0, primary: 3 })
    })

    test(`who writes reads it at once, ${WRITES} times, while the replica stands still`, async () => {
      const before = await guestTitle(second)
      expect(before).toBe('second')
      for (let round = 0; round < WRITES; round++) {
        const title = `edit ${round}`
        await edit(second, title)
        const like = { reaction: round % 2 === 0 ? 'like' : 'dislike' }
        const path = `/posts/suggestions/${second}`
        const reply = await writer.api.call(ReactionReply, 'POST', `${path}/reaction`, like)
        const { likes, userReaction } = reply
        const { posts } = await writer.api.get(PostList, '/posts/suggestions?page=2')
        expect(posts.find(({ id }) => id === second)).toMatchObject({ title, likes })
        expect(await writer.api.get(PostDetail, path)).toMatchObject({ title, userReaction })
        expect(await guestTitle(second)).toBe(before)
      }
    })

    test('a guest’s page is five seconds behind at most', async () => {
      const now = await writer.api.get(PostDetail, `/posts/suggestions/${second}`)
      expect(await guestTitle(second)).not.toBe(now.title)
      await untilUsable(false)
      expect(await metric('replica_lag_seconds')).toBeGreaterThan(5)
      const sides = await sidesOf(async () => expect(await guestTitle(second)).toBe(now.title))
      expect(sides).toEqual({ replica: 0, primary: 1 })
      await pair.onStandby('SELECT pg_wal_replay_resume()')
      await untilUsable(true)
      const again = await sidesOf(async () => expect(await guestTitle(second)).toBe(now.title))
      expect(again).toEqual({ replica: 1, primary: 0 })
    })

    test('connections cut on the replica cost no guest an answer', async () => {
      const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'tidemark' AND pid <> pg_backend_pid()`
      for (let time = 0; time < 5; time++) {
        const asked = Array.from({ length: 40 }, () => server.api.raw('GET', '/votes?page=250'))
        await pair.onStandby(cut)
        const statuses = await Promise.all(asked)
        expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200]))
        await untilUsable(true)
      }
    })

    test('connections that hang on the replica cost a guest two seconds, and no answer', async () => {
      const standby = openQuietly(pair.standby.url)
      const hanging = await standby.query(
        statement(
          `SELECT pid FROM pg_stat_activity
       WHERE application_name = 'tidemark' AND pid <> pg_backend_pid()`,
          { pid: column.int },
        ),
      )
      await standby.close()
      const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
        for (const { pid } of hanging) process.kill(pid, name)
      }
      signal('SIGSTOP')
      const sides = await sidesOf(() => guestTitle(second)).finally(() => signal('SIGCONT'))
      expect(hanging.length).toBeGreaterThan(0)
      expect(sides).toEqual({ replica: 0, primary: 1 })
      await untilUsable(true)
    })

    test('one that is gone is done without, and used again once it is back', async () => {
      await pair.standby.halt('immediate')
      expect(await guestTitle(second)).toStartWith('edit')
      await untilUsable(false)
      expect(await metric('replica_lag_seconds')).toBeNaN()
      await pair.standby.resume()
      await untilUsable(true)
      const sides = await sidesOf(() => guestTitle(second))
      expect(sides).toEqual({ replica: 1, primary: 0 })
    })

    test('another database is refused at the start, in one line', async () => {
      const other = await createTestDatabase(pair.primary.url)
      const refusal = 'DATABASE_REPLICA_URL names another database'
      for (const url of [other.url, pair.standby.url, otherServer]) {
        await expect(startWith(url)).rejects.toThrow(refusal)
      }
    })

    test('one that cannot be reached, or says nothing, holds up no start for long', async () => {
      const silent = createServer(() => {})
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
      const address = silent.address()
      const port = typeof address === 'object' ? address?.port : 0
      for (const place of ['127.0.0.1:1', `127.0.0.1:${port}`]) {
        const alone = await startWith(sameDatabaseAt(`postgresql://a:b@${place}`, pair.url))
        expect(await metricOf(alone.url, 'tidemark_replica_usable')).toBe(0)
        expect((await alone.api.raw('GET', '/votes?page=2')).status).toBe(200)
        await alone.stop()
      }
      silent.close()
    }, 30_000)

    test('one that is promoted is set aside', async () => {
      await pair.onStandby('SELECT pg_promote()')
      await untilUsable(false)
      await edit(second, 'after the split')
      const sides = await sidesOf(async () =>
        expect(await guestTitle(second)).toBe('after the split'),
      )
      expect(sides).toEqual({ replica: 0, primary: 1 })
    })
  })
} else {
  test('the embedded database has no replica: everybody reads where all is written', async () => {
    server = await startTestServer()
    await fillLists(server.core.database, 30)
    const read = (page: number) => server.api.get(PostList, `/posts/frees?page=${page}`)
    const [first, second] = [await read(1), await read(2)]
    expect(first.posts[0]?.id).not.toBe(second.posts[0]?.id)
    expect(second.posts.length).toBeGreaterThan(0)
    expect(await metricOf(server.url, 'tidemark_replica_usable')).toBeNaN()
    await server.stop()
  })
}
