import { afterAll, beforeAll, expect, test } from 'bun:test'
import { verifyCounters } from '#api/commands/backup/verify-counters.ts'
import { openPostgres } from '#api/infrastructure/database/postgres.ts'
import { statement } from '#api/infrastructure/database/sql.ts'
import { createLogStore } from '#api/modules/receipts/log/log-store.ts'
import { readConsistencyProof } from '#api/modules/receipts/log/proofs.ts'
import { fromRoot } from '#build/setup/project.mjs'
import { verifyConsistency } from '#shared/rules/log/tree-proofs.ts'
import { WEEK_MS } from '#shared/rules/time.ts'
import { createMigratedDatabase, testServerUrl } from '#tests/support/test-database.ts'
import { report } from './report.ts'

const ROUNDS = ['2026-11-16', '2026-11-19', '2026-11-23'].map((day) => Date.parse(day))
const NOW = Date.parse('2026-11-26T00:01:00Z')
const VOTES = 300

// The embedded database belongs to one process.
const here = test.skipIf(testServerUrl === null)
let url = ''
let dispose = async () => {}

beforeAll(async () => {
  if (testServerUrl === null) return
  const created = await createMigratedDatabase(testServerUrl)
  url = created.url
  dispose = created.drop
})
afterAll(() => dispose())

/** Closes the due rounds in a process of its own, which dies at a statement. */
async function closeAndKill(killAt: number): Promise<{ killed: boolean }> {
  const script = fromRoot('tests', 'faults', 'close-process.ts')
  const child = Bun.spawn([process.execPath, '--no-env-file', script, url, `${NOW}`, `${killAt}`], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const code = await child.exited
  if (child.signalCode === 'SIGKILL') return { killed: true }
  const { failures } = JSON.parse(await new Response(child.stdout).text())
  expect({ code, failures }).toEqual({ code: 0, failures: 0 })
  return { killed: false }
}

here(
  'kill -9 at each statement of a close leaves one log, which continues each checkpoint',
  async () => {
    const database = openPostgres({ url, connections: 2, onConnectionError: () => {} })
    await database.query(
      statement(`INSERT INTO user_account (login_method, email, nickname, unique_code, created, last_login)
      SELECT 'other', '', 'a', lpad(n::text, 6, 'A'), now(), now() FROM generate_series(1, $1::int) n`),
      [VOTES],
    )
    for (const refDate of ROUNDS) {
      await database.query(
        statement(`WITH round AS (
        INSERT INTO round (ref_date, target_date) VALUES ($1, $2) RETURNING id
      ) INSERT INTO vote (round_id, user_id, choice, offer_hit, offer_miss, offer_version, carried,
          title, content, has_content, created, salt)
        SELECT round.id, u.id, 'up', 100, -50, 3, 0, '', '', false, $1,
          uuid_send(gen_random_uuid()) FROM round, user_account u`),
        [new Date(refDate), new Date(refDate + WEEK_MS)],
      )
    }
    const log = createLogStore(database)
    const served = new Map<number, { note: string; root: Uint8Array }>()
    let kills = 0
    for (let killAt = 1; ; killAt++) {
      const { killed } = await closeAndKill(killAt)
      const newest = await log.newest()
      for (const [size, { note, root }] of served) {
        expect((await log.ofSize(size))?.note).toBe(note)
        const proof = await readConsistencyProof(log, size, newest?.size ?? 0)
        expect(verifyConsistency({ size, root }, newest ?? expect.unreachable(), proof)).toBe(true)
      }
      if (newest) served.set(newest.size, newest)
      if (!killed) break
      kills += 1
    }
    expect([...served.keys()].at(-1)).toBe(VOTES * ROUNDS.length)
    expect(await verifyCounters(database)).toEqual([])
    report('kill -9 at each statement of a close', {
      kills,
      'acknowledged writes': VOTES * ROUNDS.length,
      failures: 0,
    })
    await database.close()
  },
  600_000,
)
