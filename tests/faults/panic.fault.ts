import { afterAll, beforeAll, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { API_PREFIX } from '#shared/contract/common.ts'
import { type ChildPlace, childPlace } from '#tests/support/child-server.ts'
import { audit } from './audit.ts'
import { createPeople, type People, SETTINGS } from './people.ts'
import { engine, formatCounts, report, times } from './report.ts'
import { soon } from './soon.ts'
import { countOf, nothingWritten, startLoad } from './writers.ts'

const PANICS = times(3, 1)
/** A few hundred of these posts fill a segment of the write-ahead log. */
const FAT = 24_000

// A panic of PostgreSQL is a restart: see postgres-restart.
const here = test.skipIf(engine !== 'PGlite')
let place: ChildPlace
let people: People

beforeAll(async () => {
  if (engine !== 'PGlite') return
  place = await childPlace({ serverUrl: null })
  const database = await place.open()
  people = await createPeople(database, 40_000)
  await database.close()
}, 180_000)
afterAll(() => place?.dispose(), 180_000)

/** Posts until one is refused, when the next segment of the log cannot be created. */
async function fillTheLog(url: string): Promise<string> {
  const end = performance.now() + 120_000
  for (;;) {
    if (performance.now() > end) throw new Error('no post was refused within 120 s')
    const { token, address } = await people.next()
    const content = `<p>${randomBytes(FAT / 2).toString('hex')}</p>`
    const response = await fetch(`${url}${API_PREFIX}/posts/frees`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-forwarded-for': address,
      },
      body: JSON.stringify({ content }),
    })
    if (!response.ok) return `${response.status} ${await response.text()}`
    await response.arrayBuffer()
  }
}

here(
  `the embedded database panics under load ${PANICS} times: 503 until the restart, nothing lost`,
  async () => {
    const written = nothingWritten()
    const replies = new Map<string, number>()
    const log = join(place.folder, 'data', 'db', 'pg_wal')
    for (let panic = 0; panic < PANICS; panic++) {
      const child = place.start({ ...SETTINGS, LOG_LEVEL: 'silent' })
      const url = await child.url
      const load = startLoad(url, people, written)
      const enough = countOf(written) + 100
      await soon(() => countOf(written) >= enough)
      renameSync(log, `${log}.away`)
      expect(await fillTheLog(url)).toContain('503')
      const refused = () => load.replies.get('503 NOT_READY') ?? 0
      await soon(() => refused() >= 200)
      expect((await fetch(`${url}/livez`)).status).toBe(200)
      expect((await fetch(`${url}/readyz`)).status).toBe(503)
      expect((await fetch(`${url}${API_PREFIX}/votes?page=3`)).status).toBe(503)
      await load.end()
      for (const [reply, often] of load.replies)
        replies.set(reply, (replies.get(reply) ?? 0) + often)
      renameSync(`${log}.away`, log)
      child.signal('SIGTERM')
      expect(await child.exited).toBe(0)
    }
    const database = await place.open()
    const failures = await audit(database, written)
    await database.close()
    report('panic, PGlite', {
      panics: PANICS,
      'acknowledged writes': countOf(written),
      failures: failures.length,
      replies: formatCounts(replies),
    })
    expect(failures).toEqual([])
    expect([...replies.keys()].sort()).toEqual(['200', '503 NOT_READY'])
  },
  600_000,
)
