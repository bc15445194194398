import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { SEAL_DELAY_MS } from '#api/modules/receipts/sealer.ts'
import { signingKeyOf } from '#api/modules/receipts/signing-key.ts'
import { ReceiptKeys, VoteProof } from '#shared/contract/receipts.ts'
import { RoundDetail } from '#shared/contract/rounds.ts'
import { CreateVoteReply } from '#shared/contract/votes.ts'
import { parseEntryBundle } from '#shared/rules/log/entry-bundle.ts'
import { parseOts } from '#shared/rules/log/opentimestamps.ts'
import { parseNote } from '#shared/rules/log/signed-note.ts'
import { attestationsOf } from '#shared/rules/log/timestamp.ts'
import {
  formatVerifierKey,
  KEY_TYPES,
  parseVerifierKey,
  verifierKey,
} from '#shared/rules/log/verifier-key.ts'
import { verifyCheckpoint } from '#shared/rules/log/verify-note.ts'
import { leafHash, merkleRoot } from '#shared/rules/merkle.ts'
import { verifyReceipt } from '#shared/rules/receipt-verification.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import { createStandInCalendar } from '#tests/log/calendar.ts'
import { createStandInWitness } from '#tests/log/witness.ts'
import { conform } from '#tests/support/api-client.ts'
import { crowd, signedInAs } from '#tests/support/crowd.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

const CLOSE = Date.parse('2026-11-23T00:00:00.000Z')
const TARGET = '2026-11-26T00:00:00.000Z'
const SECRET = 'a receipt key for tests, longer than 32'
const PEOPLE = 5

let server: TestServer
let people: Person[]
let firstVote = 0
let now = () => CLOSE
const key = signingKeyOf(SECRET)
/** The name of a log follows from the address that the configuration has. */
const ORIGIN = '127.0.0.1:0/calls'
const logKeys = [verifierKey(ORIGIN, KEY_TYPES.note, key.publicKey)]
const witnesses = ['one.test/w', 'two.test/w', 'three.test/w'].map((name) =>
  createStandInWitness({ name, logs: new Map([[ORIGIN, logKeys]]), now: () => now() }),
)
const isDown = witnesses.map(() => false)
const servers: Bun.Server<undefined>[] = []

const get = (path: string) => fetch(`${server.url}${path}`)
const text = async (path: string) => (await get(path)).text()
const bytes = async (path: string) => new Uint8Array(await (await get(path)).arrayBuffer())
const round = () => server.api.get(RoundDetail, `/rounds/${TARGET}`)
const policy = { origin: ORIGIN, logKeys, witnesses: witnesses.map((each) => each.key) }
const seal = async () => {
  await server.jump(CLOSE + SEAL_DELAY_MS)
  await server.services.sealer.run()
}

let calendar: ReturnType<typeof createStandInCalendar>

beforeAll(async () => {
  for (const [index, witness] of witnesses.entries()) {
    const handle = (request: Request) =>
      isDown[index] ? new Response('away', { status: 503 }) : witness.handle(request)
    servers.push(Bun.serve({ port: 0, fetch: handle }))
  }
  const calendarServer = Bun.serve({ port: 0, fetch: (request) => calendar.handle(request) })
  servers.push(calendarServer)
  const uri = `http://127.0.0.1:${calendarServer.port}`
  calendar = createStandInCalendar(uri, () => now())
  const entries = witnesses.map(
    (witness, index) =>
      `${formatVerifierKey(witness.key)} http://127.0.0.1:${servers[index]?.port}`,
  )
  server = await startTestServer({
    environment: {
      RECEIPT_KEY: SECRET,
      LOG_WITNESSES: entries.join(','),
      TIMESTAMP_CALENDARS: uri,
    },
  })
  now = () => server.clock.now()
  people = await crowd(server, PEOPLE)
  for (const { api } of people) {
    const vote = { targetDate: TARGET, vote: 'up', content: '' }
    const { id } = await api.call(CreateVoteReply, 'POST', '/votes', vote)
    firstVote ||= id
  }
})
afterAll(async () => {
  await server.stop()
  for (const each of servers) await each.stop(true)
})

/** The tests follow one log from nothing to a block of Bitcoin. */
describe('the log', () => {
  test('is not there before a round has closed', async () => {
    expect((await get('/log/checkpoint')).status).toBe(404)
    expect((await get('/log/tile/0/000.p/1')).status).toBe(404)
    await server.services.cosigning.run()
    await server.services.timestamping.run()
    expect(witnesses.map(({ heads }) => heads.size)).toEqual([0, 0, 0])
  })

  test('tells its name, keys and witnesses', async () => {
    const reply = await get('/.well-known/tidemark-log.json')
    expect(await reply.json()).toEqual({
      origin: ORIGIN,
      vkeys: logKeys.map(formatVerifierKey),
      witnesses: witnesses.map((witness) => formatVerifierKey(witness.key)),
    })
    expect(reply.headers.get('access-control-allow-origin')).toBe('*')
    expect(reply.headers.get('cache-control')).toBe('no-cache')
  })

  test('has a signed checkpoint, tiles that never change, and entries that hash to them', async () => {
    isDown.fill(true)
    await seal()
    const reply = await get('/log/checkpoint')
    expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(reply.headers.get('cache-control')).toContain('max-age=5')
    const verified = await verifyCheckpoint(await reply.text(), policy)
    expect(verified).toMatchObject({ checkpoint: { size: PEOPLE }, cosignatures: [] })

    const tile = await get(`/log/tile/0/000.p/${PEOPLE}`)
    expect(tile.headers.get('content-type')).toBe('application/octet-stream')
    expect(tile.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const entries = parseEntryBundle(await bytes(`/log/tile/entries/000.p/${PEOPLE}`), PEOPLE)
    const leaves = (entries ?? []).map(leafHash)
    expect(Buffer.from(await tile.arrayBuffer())).toEqual(Buffer.concat(leaves))
    expect(Buffer.from(merkleRoot(leaves))).toEqual(
      Buffer.from(verified?.checkpoint.root ?? new Uint8Array()),
    )
  })

  test.each([
    'tile/0/000',
    `tile/0/000.p/${PEOPLE + 1}`,
    'tile/0/000.p/0',
    'tile/0/000.p/05',
    'tile/0/x000/000.p/1',
    'tile/0/001.p/1',
    'tile/1/000.p/1',
    'tile/entries/000',
    'tile/-1/000.p/1',
    'checkpoints/4',
    'checkpoints/05',
    'checkpoints/5.ots',
  ])('does not have %s', async (path) => {
    expect((await get(`/log/${path}`)).status).toBe(404)
  })

  test('waits for no witness, and asks again until each has cosigned', async () => {
    await server.services.cosigning.run()
    expect((await round()).checkpoint?.witnesses.map((each) => each.cosignedAt)).toEqual([
      null,
      null,
      null,
    ])
    expect(await server.services.cosigning.stats()).toEqual({ size: PEOPLE, behind: 3 })
    isDown[0] = false
    isDown[1] = false
    server.clock.advance(60_000)
    await server.services.cosigning.run()
    const { checkpoint } = await round()
    const cosignedAt = new Date(server.clock.now()).toISOString()
    expect(checkpoint?.witnesses).toEqual([
      { name: 'one.test/w', cosignedAt },
      { name: 'two.test/w', cosignedAt },
      { name: 'three.test/w', cosignedAt: null },
    ])
    expect(await text('/log/checkpoint')).toBe(checkpoint?.note ?? '')
    const verified = await verifyCheckpoint(checkpoint?.note ?? '', policy)
    expect(verified?.cosignatures.map((each) => each.key.name)).toEqual([
      'one.test/w',
      'two.test/w',
    ])
    expect(await server.services.cosigning.stats()).toEqual({ size: PEOPLE, behind: 1 })
  })

  test('serves proofs with the cosignatures', async () => {
    const { keys } = conform(
      ReceiptKeys,
      await (await get('/.well-known/tidemark-keys.json')).json(),
    )
    const proof = await server.api.get(VoteProof, `/votes/${firstVote}/proof`)
    const person = await signedInAs(server, people[0]?.id ?? 0)
    const own = await person.api.get(VoteProof, `/votes/${firstVote}/proof`)
    expect(proof.tlogProof).toBe(own.tlogProof)
    const options = { keys, origin: ORIGIN, witnesses: policy.witnesses }
    const { steps, sealing } = await verifyReceipt({ ...own, keys }, options)
    expect(steps).toMatchObject({ path: 'passed', checkpoint: 'passed' })
    expect(sealing?.witnesses.map(({ name }) => name)).toEqual(['one.test/w', 'two.test/w'])
  })

  test('has its checkpoints timestamped, and fetches the proof of a block hours later', async () => {
    const { timestamping } = server.services
    await timestamping.run()
    expect((await round()).checkpoint?.timestamp).toBe('pending')
    expect(await timestamping.stats()).toEqual({ unstamped: 0, incomplete: 1 })
    const signed = await text(`/log/checkpoints/${PEOPLE}`)
    expect(parseNote(signed)?.signatures.every(({ name }) => name === ORIGIN)).toBe(true)

    const blocks = async () => {
      const ots = parseOts(await bytes(`/log/checkpoints/${PEOPLE}.ots`))
      expect(Buffer.from(ots?.message ?? [])).toEqual(createHash('sha256').update(signed).digest())
      const ends = ots ? attestationsOf(ots) : []
      return ends.filter(({ attestation }) => attestation.kind === 'bitcoin')
    }
    calendar.confirm(900_000)
    await timestamping.run()
    expect(await blocks()).toEqual([])
    server.clock.advance(HOUR_MS)
    await timestamping.run()
    const [block] = await blocks()
    expect(block?.attestation).toEqual({ kind: 'bitcoin', height: 900_000 })
    expect(Buffer.from(block?.message ?? [])).toEqual(
      Buffer.from(calendar.roots.get(900_000) ?? []),
    )
    expect((await round()).checkpoint?.timestamp).toBe('complete')
    expect(await timestamping.stats()).toEqual({ unstamped: 0, incomplete: 0 })
  })

  test('has keys that verifiers read', () => {
    expect(parseVerifierKey(formatVerifierKey(logKeys[0] ?? expect.unreachable()))).toEqual(
      logKeys[0] ?? null,
    )
  })
})
