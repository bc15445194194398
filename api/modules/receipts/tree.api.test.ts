import { afterEach, beforeEach, expect, test } from 'bun:test'
import { bytesToHex } from '@noble/hashes/utils.js'
import { verifyCounters } from '#api/commands/backup/verify-counters.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { createVoteStore } from '#api/modules/votes/store.ts'
import { parseCheckpoint } from '#shared/rules/log/checkpoint.ts'
import { parseNote } from '#shared/rules/log/signed-note.ts'
import { verifyConsistency } from '#shared/rules/log/tree-proofs.ts'
import { leafHash, merkleRoot } from '#shared/rules/merkle.ts'
import { commitmentOf } from '#shared/rules/receipt.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import { fakeMarket, roundFixture } from '#tests/support/round-fixture.ts'
import { openSharedDatabase, type SharedDatabase } from '#tests/support/shared-database.ts'
import { testBus } from '#tests/support/test-bus.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { SALT, testSigner } from '#tests/support/test-signer.ts'
import { createCommitmentStore } from './commitment-store.ts'
import { createCommitmentTileStore } from './commitment-tile-store.ts'
import { appendRound } from './log/append-round.ts'
import { createLogStore } from './log/log-store.ts'
import { readConsistencyProof } from './log/proofs.ts'
import { isRoundSealed, toReceipt } from './receipt-row.ts'
import { RECEIPT_COLUMNS, RECEIPT_SQL } from './receipt-sql.ts'
import { createSealer } from './sealer.ts'

const THURSDAY = Date.parse('2026-11-19T00:00:00Z')
const CLOSED = Date.parse('2026-11-23T00:01:00Z')
const VOTES = 700

const INSERT_PEOPLE = statement(
  `INSERT INTO user_account (login_method, email, nickname, unique_code, created, last_login)
  SELECT 'other', '', 'a', lpad(n::text, 6, 'A'), now(), now() FROM generate_series(1, $1::int) n`,
)
const INSERT_VOTES = statement(
  `INSERT INTO vote (round_id, user_id, choice, offer_hit, offer_miss, offer_version, carried, title,
    content, has_content, created, accepted, salt)
  SELECT $1, id, (enum_range(NULL::direction))[1 + id % 4], id % 437, -(id % 437), 2, id - 300, '', '',
    false, now(), CASE WHEN id % 3 = 0 THEN now() END,
    CASE WHEN id % 5 > 0 THEN uuid_send(gen_random_uuid()) END FROM user_account`,
)
const RECEIPTS = statement(
  `SELECT ${RECEIPT_SQL} FROM vote v JOIN round r ON r.id = v.round_id
    JOIN user_account u ON u.id = v.user_id`,
  RECEIPT_COLUMNS,
)

let shared: SharedDatabase
let roundId = 0

const database = () => shared.holders[0] ?? expect.unreachable()
const sealer = (instance: number, batchIds?: number) => {
  const holder = shared.holders[instance] ?? expect.unreachable()
  return createSealer({
    commitments: createCommitmentStore(holder, batchIds),
    tiles: createCommitmentTileStore(holder),
    logStore: createLogStore(holder),
    signer: testSigner,
    bus: testBus(),
    clock: testClock(CLOSED),
    log: createLog('silent'),
  })
}
const stored = () => createLogStore(database()).newest()

/** The root by the pure functions over the stored receipts, round by round. */
async function expectedRoot(): Promise<string> {
  const rows = await database().query(RECEIPTS)
  const rounds = Map.groupBy(rows, ({ target_date: target }) => target.getTime())
  const entries = [...rounds]
    .sort(([a], [b]) => a - b)
    .flatMap(([, votes]) =>
      votes.map((row) => commitmentOf(toReceipt(row) ?? expect.unreachable())).sort(Buffer.compare),
    )
  return bytesToHex(merkleRoot(entries.map(leafHash)))
}

beforeEach(async () => {
  shared = await openSharedDatabase(2)
  const fixture = roundFixture(database(), fakeMarket(THURSDAY))
  await fixture.store.open([THURSDAY])
  roundId = (await fixture.store.byRefDate(THURSDAY))?.id ?? 0
  await database().query(INSERT_PEOPLE, [VOTES])
  await database().query(INSERT_VOTES, [roundId])
})
afterEach(() => shared.close())

/** Size and root of the newest checkpoint, as stored and as signed. */
const headOf = async () => {
  const { note, size, root } = (await stored()) ?? expect.unreachable()
  const signed = parseCheckpoint(parseNote(note)?.text ?? '')
  expect(signed).toMatchObject({ size })
  return { size, root: bytesToHex(root), signed: bytesToHex(signed?.root ?? new Uint8Array()) }
}

test('two instances at once append the receipts of a round, votes without a salt included', async () => {
  await Promise.all([sealer(0, 64).run(), sealer(1, 64).run()])
  const root = await expectedRoot()
  expect(await headOf()).toEqual({ size: VOTES, root, signed: root })
  expect(await verifyCounters(database())).toEqual([])
})

test('rounds follow each other in the log, the oldest first', async () => {
  await database().query(statement(`INSERT INTO round (ref_date, target_date) VALUES ($1, $2)`), [
    new Date(THURSDAY - 3 * DAY_MS),
    new Date(THURSDAY + 4 * DAY_MS),
  ])
  const [earlier] = await database().query(
    statement('SELECT min(id) AS id FROM round WHERE id <> $1', { id: column.int }),
    [roundId],
  )
  await database().query(INSERT_VOTES, [earlier?.id ?? 0])
  await sealer(0).run()
  const root = await expectedRoot()
  expect(await headOf()).toEqual({ size: 2 * VOTES, root, signed: root })
  const log = createLogStore(database())
  const [first, second] = [await log.ofRound(earlier?.id ?? 0), await log.ofRound(roundId)]
  expect([first?.size, second?.previousSize, second?.size]).toEqual([VOTES, VOTES, 2 * VOTES])
  const proof = await readConsistencyProof(log, VOTES, 2 * VOTES)
  const heads = [first ?? expect.unreachable(), second ?? expect.unreachable()] as const
  expect(verifyConsistency(...heads, proof)).toBe(true)
  expect(verifyConsistency(heads[0], { ...heads[1], root: heads[0].root }, proof)).toBe(false)
  expect(await verifyCounters(database())).toEqual([])
})

test('a round that was interrupted after any batch is appended by the next run', async () => {
  const commitments = createCommitmentStore(database(), 100)
  const tiles = createCommitmentTileStore(database())
  await commitments.seal(roundId, CLOSED)
  for (let batch = 0; batch < 3; batch++) await commitments.hashNext(roundId)
  while (await commitments.hashNext(roundId));
  while (await tiles.moveNext(roundId));
  // Tiles beyond the newest checkpoint, as after a crash before the checkpoint.
  const deps = { commitments: tiles, shouldContinue: () => true, pause: async () => {} }
  const log = createLogStore(database())
  await appendRound({ ...deps, log }, roundId, { size: 0, root: merkleRoot([]) })
  expect(await stored()).toBeNull()
  await sealer(1, 64).run()
  const root = await expectedRoot()
  const first = await stored()
  expect(await headOf()).toEqual({ size: VOTES, root, signed: root })
  expect(await tiles.moveNext(roundId)).toBe(false)
  await sealer(0).run()
  expect(await stored()).toEqual(first)
})

test('nothing is appended to tiles that do not have the root of the newest checkpoint', async () => {
  await sealer(0).run()
  await database().query(
    statement(`UPDATE log_tile SET hashes = overlay(hashes PLACING '\\x00'::bytea FROM 9)
      WHERE level = 0 AND index = 2`),
  )
  const log = createLogStore(database())
  const deps = { commitments: createCommitmentTileStore(database()), pause: async () => {} }
  const newest = (await stored()) ?? expect.unreachable()
  const again = appendRound({ ...deps, log, shouldContinue: () => true }, roundId, newest)
  await expect(again).rejects.toThrow('do not have the root of its checkpoint 700')
})

test('each vote around the seal is in the log or refused', async () => {
  const late = 60
  await database().query(
    statement(`INSERT INTO user_account (login_method, email, nickname, unique_code, created, last_login)
      SELECT 'other', '', 'a', 'B' || lpad(n::text, 5, '0'), now(), now()
      FROM generate_series(1, $1::int) n`),
    [late],
  )
  const people = await database().query(
    statement("SELECT id FROM user_account WHERE unique_code LIKE 'B%'", { id: column.int }),
  )
  const store = createVoteStore(shared.holders[1] ?? expect.unreachable())
  const text = { title: '', content: '', entryPrice: null, salt: SALT, now: THURSDAY }
  const offer = { hit: 100, miss: -50 }
  const vote = { ...text, choice: 'up' as const, offer, offerVersion: 2, roundId }
  const votes = people.map(({ id }) => store.insert({ ...vote, userId: id }))
  const [, ...done] = await Promise.allSettled([sealer(0).run(), ...votes])
  const refused = done.filter((each) => each.status === 'rejected')
  expect(refused.every(({ reason }) => isRoundSealed(reason))).toBe(true)
  expect((await stored())?.size).toBe(VOTES + late - refused.length)

  const [extra] = await database().query(
    statement(
      `INSERT INTO user_account (login_method, email, nickname, unique_code, created, last_login)
      VALUES ('other', '', 'a', 'CCCCCC', now(), now()) RETURNING id`,
      { id: column.int },
    ),
  )
  const tooLate = await store.insert({ ...vote, userId: extra?.id ?? 0 }).catch((error) => error)
  expect(isRoundSealed(tooLate)).toBe(true)
  expect(await verifyCounters(database())).toEqual([])
})
