import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { fileURLToPath } from 'node:url'
import { systemClock } from '#api/infrastructure/clock.ts'
import { readWitnesses, type Witness } from '#api/modules/receipts/log/log-settings.ts'
import { createWitnessClient } from '#api/modules/receipts/log/witness-client.ts'
import { checkpointText } from '#shared/rules/log/checkpoint.ts'
import { formatNote } from '#shared/rules/log/signed-note.ts'
import { formatVerifierKey, KEY_TYPES, verifierKey } from '#shared/rules/log/verifier-key.ts'
import { EXCHANGES, SIGSUM } from './litewitness.fixture.ts'
import { checkpointOf, LOG_KEY, logSignature, ORIGIN, sampleLog } from './sample-log.ts'
import { createStandInWitness } from './witness.ts'

const WITNESS = fileURLToPath(new URL('witness.py', import.meta.url))
const SIGSUM_KEY = verifierKey(
  SIGSUM.origin,
  KEY_TYPES.note,
  Uint8Array.from(Buffer.from(SIGSUM.publicKey, 'hex')),
)
const LOGS = new Map([
  [SIGSUM.origin, [SIGSUM_KEY]],
  [ORIGIN, [LOG_KEY]],
])

interface Running {
  witness: Witness
  stop(): unknown
}

/** The witness in Python, on a free port. */
async function startPython(): Promise<Running> {
  const logs = [...LOGS].map(([origin, [key = LOG_KEY]]) => `${origin}=${formatVerifierKey(key)}`)
  const command = ['python3', WITNESS, 'python.example/witness', '07'.repeat(32), ...logs]
  const process = Bun.spawn(command, { stdout: 'pipe' })
  const reader = process.stdout.getReader()
  let line = ''
  while (!line.includes('\n')) {
    const { value, done } = await reader.read()
    if (done) throw new Error('the witness did not start')
    line += new TextDecoder().decode(value)
  }
  const [witness] = readWitnesses(line)
  if (!witness) throw new Error(line)
  return { witness, stop: () => process.kill() }
}

function startTypeScript(): Running {
  const { key, handle } = createStandInWitness({
    name: 'typescript.example/witness',
    logs: LOGS,
    now: systemClock.now,
  })
  const server = Bun.serve({ port: 0, fetch: handle })
  return { witness: { key, url: server.url.origin }, stop: () => server.stop(true) }
}

describe.each([
  ['in Python', startPython],
  ['in TypeScript', startTypeScript],
])('the witness %s', (_, start) => {
  let running: Running
  beforeAll(async () => {
    running = await start()
  }, 60_000)
  afterAll(() => running.stop())

  const post = (body: string) =>
    fetch(`${running.witness.url}/add-checkpoint`, { method: 'POST', body })

  test('replies to the requests of litewitness as the specification demands', async () => {
    for (const { body, status, reply } of EXCHANGES) {
      const response = await post(body)
      const text = await response.text()
      expect(response.status).toBe(status)
      if (reply !== null) expect(text).toBe(reply)
      if (status === 409) expect(response.headers.get('content-type')).toBe('text/x.tlog.size')
    }
  }, 60_000)

  test('cosigns for the client of the product, and refuses what is malformed', async () => {
    const log = sampleLog(9)
    const send = createWitnessClient({ clock: systemClock, fetch })
    const submit = (oldSize: number, size: number, proof = log.consistency(oldSize, size)) =>
      send(running.witness, { oldSize, proof, checkpoint: checkpointOf(log.head(size), 2) })
    const hash = log.head().root
    expect(await submit(0, 4, [hash])).toEqual({ result: 'refused', status: 422 })
    expect(await submit(0, 4)).toMatchObject({ result: 'cosigned' })
    expect(await submit(0, 9)).toEqual({ result: 'conflict', size: 4 })
    expect(await submit(4, 9)).toMatchObject({ result: 'cosigned' })
    expect(await submit(9, 9, [hash])).toEqual({ result: 'refused', status: 422 })
    expect(await submit(9, 9)).toMatchObject({ result: 'cosigned' })
    const older = { oldSize: 9, proof: [], checkpoint: checkpointOf(log.head(4)) }
    expect(await send(running.witness, older)).toEqual({ result: 'refused', status: 400 })
    const text = checkpointText({ origin: ORIGIN, size: 9, root: log.head(8).root, extensions: [] })
    const fork = formatNote({ text, signatures: [logSignature(text)] })
    const other = { oldSize: 9, proof: [], checkpoint: fork }
    expect(await send(running.witness, other)).toEqual({ result: 'refused', status: 422 })
  }, 60_000)

  test.each([
    ['nothing', ''],
    ['no note', 'old 0\n\n'],
    ['a leading zero', 'old 00\n\nBODY'],
    ['no old size', '\n\nBODY'],
    ['a sign', 'old +0\n\nBODY'],
    ['a short hash', 'old 9\nAQI=\n\nBODY'],
    ['64 hashes', `old 9\n${'47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n'.repeat(64)}\nBODY`],
    ['carriage returns', 'old 0\r\n\nBODY'],
  ])('answers 400 to %s', async (_title, body) => {
    const response = await post(body.replace('BODY', checkpointOf(sampleLog(9).head())))
    expect(response.status).toBe(400)
  })
})
