import { afterAll, beforeAll, expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { type ChildPlace, childPlace } from '#tests/support/child-server.ts'
import { audit } from './audit.ts'
import { createPeople, type People, SETTINGS } from './people.ts'
import { engine, formatCounts, report, times } from './report.ts'
import { soon } from './soon.ts'
import { countOf, nothingWritten, startLoad, type Written } from './writers.ts'

const MAIN = resolve(import.meta.dir, '../../api/main.ts')
const BACKUPS = times(4, 2)

let place: ChildPlace
let people: People

beforeAll(async () => {
  place = await childPlace()
  const database = await place.open()
  people = await createPeople(database, 40_000)
  await database.close()
}, 180_000)
afterAll(() => place.dispose(), 180_000)

/** Runs an operator's command as a process; returns exit code and output. */
function command(where: ChildPlace, ...words: string[]): Promise<{ code: number; output: string }> {
  return new Promise((answer) => {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...SETTINGS, ...where.settings }
    const child = spawn(process.execPath, ['--no-env-file', MAIN, ...words], { env })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child.once('close', (code) => answer({ code: code ?? -1, output }))
  })
}

/** A copy of the writes acknowledged so far. */
const copyOf = ({ votes, posts, reactions }: Written): Written => ({
  votes: new Map(votes),
  posts: new Map(posts),
  reactions: [...reactions],
})

/** Restores a backup into an empty database and audits it. */
async function rehearse(file: string, written: Written): Promise<string[]> {
  const fresh = await childPlace({ isEmpty: true })
  try {
    const { code, output } = await command(fresh, 'restore', file)
    expect([code, output]).toEqual([0, expect.stringContaining('Every counter equals its rows.')])
    const database = await fresh.open()
    return await audit(database, written).finally(() => database.close())
  } finally {
    await fresh.dispose()
  }
}

test(`${BACKUPS} backups under load contain every write acknowledged before they began`, async () => {
  const child = place.start({ ...SETTINGS, LOG_LEVEL: 'silent' })
  const written = nothingWritten()
  const load = startLoad(await child.url, people, written)
  const kept: { file: string; written: Written }[] = []
  let refused = 0
  for (let time = 0; time < BACKUPS; time++) {
    const enough = countOf(written) + 300
    await soon(() => countOf(written) >= enough)
    const before = copyOf(written)
    const file = join(place.folder, `backup-${time}`)
    const { code, output } = await command(place, 'backup', file)
    if (engine === 'PostgreSQL') {
      expect([code, output]).toEqual([0, expect.stringContaining('Backed up to')])
      kept.push({ file, written: before })
    } else {
      // The embedded database belongs to one process: it is backed up while the server is stopped.
      expect([code, output]).toEqual([1, expect.stringContaining(`in use by process ${child.pid}`)])
      refused += 1
    }
  }
  const during = countOf(written)
  await soon(() => countOf(written) >= during + 100)
  load.expectEnd()
  child.signal('SIGTERM')
  await Promise.all([load.ended, child.exited])
  if (engine === 'PGlite') {
    const file = join(place.folder, 'backup-at-rest')
    expect(await command(place, 'backup', file)).toMatchObject({ code: 0 })
    kept.push({ file, written })
  }
  const failures: string[] = []
  for (const { file, written: before } of kept) failures.push(...(await rehearse(file, before)))
  const database = await place.open()
  failures.push(...(await audit(database, written)))
  await database.close()
  report(`backup under load, ${engine}`, {
    backups: kept.length,
    'acknowledged writes': countOf(written),
    failures: failures.length,
    'refused while the server ran': refused,
    replies: formatCounts(load.early),
  })
  expect(failures).toEqual([])
  expect([...load.early.keys()]).toEqual(['200'])
}, 600_000)
