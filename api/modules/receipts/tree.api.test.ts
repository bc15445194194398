import { afterEach, beforeEach, expect, test } from 'bun:test'
import { bytesToHex } from '@noble/hashes/utils.js'
import { verifyCounters } from '#api/commands/backup/verify-counters.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { createVoteStore } from '#api/modules/votes/store.ts'
import { merkleRoot } from '#shared/rules/merkle.ts'
import { receiptLeaf } from '#shared/rules/receipt.ts'
import { fakeMarket, roundFixture } from '#tests/support/round-fixture.ts'
import { openSharedDatabase, type SharedDatabase } from '#tests/support/shared-database.ts'
import { testBus } from '#tests/support/test-bus.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { SALT, testSigner } from '#tests/support/test-signer.ts'
import { createLeafStore } from './leaf-store.ts'
import { isRoundSealed, toReceipt } from './receipt-row.ts'
import { RECEIPT_COLUMNS, RECEIPT_SQL } from './receipt-sql.ts'
import { createSealer } from './sealer.ts'
import { createTileStore } from './tile-store.ts'

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
const ROOT = statement('SELECT receipt_root, receipt_size FROM round WHERE id = $1', {
  receipt_root: column.nullable(column.bytes),
  receipt_size: column.nullable(column.int),
})

let shared: SharedDatabase
let roundId = 0

const database = () => shared.holders[0] ?? expect.unreachable()
const sealer = (instance: number, batchIds?: number) => {
  const holder = shared.holders[instance] ?? expect.unreachable()
  return createSealer({
    leaves: createLeafStore(holder, batchIds),
    tiles: createTileStore(holder),
    signer: testSigner,
    bus: testBus(),
    clock: testClock(CLOSED),
    log: createLog('silent'),
  })
}
const stored = async () => (await database().query(ROOT, [roundId]))[0]

/** The root by the pure functions over the stored receipts. */
async function expectedRoot(): Promise<string> {
  const rows = await database().query(RECEIPTS)
  const leaves = rows.map((row) => receiptLeaf(toReceipt(row) ?? expect.unreachable()))
  return bytesToHex(merkleRoot(leaves.sort(Buffer.compare)))
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

test('two instances at once make the tree of RFC 6962 over the receipts, votes without a salt included', async () => {
  await Promise.all([sealer(0, 64).run(), sealer(1, 64).run()])
  const { receipt_root: root, receipt_size: size } = (await stored()) ?? expect.unreachable()
  expect(size).toBe(VOTES)
  expect(bytesToHex(root ?? new Uint8Array())).toBe(await expectedRoot())
  expect(await verifyCounters(database())).toEqual([])
})

test('a tree that was interrupted after any batch is finished by the next run', async () => {
  const leaves = createLeafStore(database(), 100)
  const tiles = createTileStore(database())
  await leaves.seal(roundId, CLOSED)
  for (let batch = 0; batch < 3; batch++) await leaves.hashNext(roundId)
  await sealer(1, 64).run()
  const first = await stored()
  expect(bytesToHex(first?.receipt_root ?? new Uint8Array())).toBe(await expectedRoot())
  expect(await tiles.moveLeaves(roundId)).toBe(false)
  await sealer(0).run()
  expect(await stored()).toEqual(first)
})

test('each vote around the seal is a leaf or refused', async () => {
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
  expect((await stored())?.receipt_size).toBe(VOTES + late - refused.length)

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
