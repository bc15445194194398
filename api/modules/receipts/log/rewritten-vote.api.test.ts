import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { SEAL_DELAY_MS } from '#api/modules/receipts/sealer.ts'
import { signingKeyOf } from '#api/modules/receipts/signing-key.ts'
import { ReceiptKeys, VoteProof } from '#shared/contract/receipts.ts'
import { CreateVoteReply } from '#shared/contract/votes.ts'
import { findReceipt } from '#shared/rules/kept-receipt.ts'
import { parseCheckpoint } from '#shared/rules/log/checkpoint.ts'
import { parseOts } from '#shared/rules/log/opentimestamps.ts'
import { parseNote } from '#shared/rules/log/signed-note.ts'
import { verifyConsistency } from '#shared/rules/log/tree-proofs.ts'
import { formatVerifierKey, KEY_TYPES, verifierKey } from '#shared/rules/log/verifier-key.ts'
import { STEPS, verifyReceipt } from '#shared/rules/receipt-verification.ts'
import { createStandInCalendar } from '#tests/log/calendar.ts'
import { createStandInWitness } from '#tests/log/witness.ts'
import { conform } from '#tests/support/api-client.ts'
import { crowd, signedInAs } from '#tests/support/crowd.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

const CLOSE = Date.parse('2026-11-23T00:00:00.000Z')
const TARGET = '2026-11-26T00:00:00.000Z'
const SECRET = 'a receipt key for tests, longer than 32'
const ORIGIN = '127.0.0.1:0/calls'
const logKeys = [verifierKey(ORIGIN, KEY_TYPES.note, signingKeyOf(SECRET).publicKey)]
const witness = createStandInWitness({
  name: 'one.test/w',
  logs: new Map([[ORIGIN, logKeys]]),
  now: () => CLOSE + SEAL_DELAY_MS,
})

let server: TestServer
let calendar: ReturnType<typeof createStandInCalendar>
const stops: (() => unknown)[] = []
let people: Person[]
let receipt: CreateVoteReply['receipt']
/** Copies that readers kept before the operator rewrote the vote. */
let kept: { checkpoint: string; proof: VoteProof; keys: ReceiptKeys['keys']; ots: Uint8Array }

const run = (text: string, values: (string | number)[] = []) =>
  server.infrastructure.database.query(statement(text), values)
const text = async (path: string) => (await fetch(server.url + path)).text()
const ownProof = async () => {
  const { api } = await signedInAs(server, people[0]?.id ?? 0)
  return api.get(VoteProof, `/votes/${receipt.voteId}/proof`)
}
const seal = async () => {
  await server.services.sealer.run()
  await server.services.cosigning.run()
  await server.services.timestamping.run()
}

/** The operator turns a losing vote around, and everything that hangs on it, with the key of the site. */
async function rewrite(): Promise<void> {
  await run("UPDATE vote SET choice = 'down', offer_hit = 400, accepted = accepted WHERE id = $1", [
    receipt.voteId,
  ])
  for (const table of ['log_cosignature', 'log_timestamp', 'log_checkpoint', 'log_tile']) {
    await run(`DELETE FROM ${table}`)
  }
  await run('DELETE FROM commitment_tile')
  const first = statement('SELECT min(id) AS id FROM vote', { id: column.int })
  const [vote] = await server.infrastructure.database.query(first)
  await run('UPDATE round SET log_index = NULL, receipt_size = NULL, leaf_cursor = $1', [
    vote?.id ?? 0,
  ])
  await seal()
}

beforeAll(async () => {
  const witnessServer = Bun.serve({ port: 0, fetch: (request) => witness.handle(request) })
  const calendarServer = Bun.serve({ port: 0, fetch: (request) => calendar.handle(request) })
  stops.push(
    () => witnessServer.stop(true),
    () => calendarServer.stop(true),
  )
  const uri = `http://127.0.0.1:${calendarServer.port}`
  calendar = createStandInCalendar(uri, () => CLOSE)
  server = await startTestServer({
    environment: {
      RECEIPT_KEY: SECRET,
      LOG_WITNESSES: `${formatVerifierKey(witness.key)} http://127.0.0.1:${witnessServer.port}`,
      TIMESTAMP_CALENDARS: uri,
    },
  })
  people = await crowd(server, 3)
  for (const [index, { api }] of people.entries()) {
    const vote = { targetDate: TARGET, vote: 'up', content: '' }
    const cast = await api.call(CreateVoteReply, 'POST', '/votes', vote)
    if (index === 0) receipt = cast.receipt
  }
  await server.jump(CLOSE + SEAL_DELAY_MS)
  await seal()
  kept = {
    checkpoint: await text('/log/checkpoint'),
    proof: await ownProof(),
    keys: conform(ReceiptKeys, JSON.parse(await text('/.well-known/tidemark-keys.json'))).keys,
    ots: await (await fetch(`${server.url}/log/checkpoints/3.ots`)).bytes(),
  }
  await rewrite()
}, 180_000)
afterAll(async () => {
  await server.stop()
  for (const stop of stops) await stop()
})

/** Without it the other tests would prove nothing. */
test('a rewritten vote has a log that is consistent in itself', async () => {
  const proof = await ownProof()
  expect(proof.receipt).toMatchObject({ direction: 'down', hit: 400 })
  const { steps } = await verifyReceipt({ ...proof, keys: kept.keys })
  expect(STEPS.filter((step) => steps[step] === 'failed')).toEqual([])
})

test('a kept receipt shows a rewritten vote', async () => {
  const served = await ownProof()
  const found = findReceipt(served.receipt, [receipt])
  expect(found).toMatchObject({ source: 'differs', receipt: { direction: 'up' } })
  const { tlogProof, evidence, points } = served
  const file = { receipt, tlogProof, evidence, points, keys: kept.keys }
  const { steps } = await verifyReceipt(file)
  expect(STEPS.find((step) => steps[step] === 'failed')).toBe('path')
  // With its own proof it still proves what was voted.
  const own = await verifyReceipt({ ...kept.proof, keys: kept.keys })
  expect(own.steps).toMatchObject({ path: 'passed', checkpoint: 'passed' })
})

test('a kept checkpoint shows a rewritten vote', async () => {
  const headOf = (note: string) => {
    const { size, root } = parseCheckpoint(parseNote(note)?.text ?? '') ?? expect.unreachable()
    return { size, root }
  }
  const [before, now] = [headOf(kept.checkpoint), headOf(await text('/log/checkpoint'))]
  expect(now.size).toBe(before.size)
  expect(verifyConsistency(before, now, [])).toBe(false)
})

test('a witness refuses the log of a rewritten vote, and the operator hears of it', async () => {
  expect(await server.services.cosigning.stats()).toEqual({ size: 3, behind: 1 })
  expect(server.services.cosigning.forks()).toBe(1)
  expect(await text('/log/checkpoint')).not.toContain('one.test/w')
  expect(kept.checkpoint).toContain('one.test/w')
})

test('a timestamp shows which log was first', async () => {
  const digestOf = (ots: Uint8Array) => Buffer.from(parseOts(ots)?.message ?? [])
  const note = await text('/log/checkpoints/3')
  const signed = kept.checkpoint.replace(/— one\.test\/w .*\n/, '')
  expect(digestOf(kept.ots)).toEqual(createHash('sha256').update(signed).digest())
  expect(digestOf(kept.ots)).not.toEqual(createHash('sha256').update(note).digest())
})
