import { describe, expect, test } from 'bun:test'
import { formatNote, parseNote, signatureLine } from '#shared/rules/log/signed-note.ts'
import { verifyCheckpoint } from '#shared/rules/log/verify-note.ts'
import {
  COSIGNED_AT,
  checkpointOf,
  cosignatures,
  LOG_KEY,
  ORIGIN,
  POLICY,
  sampleLog,
} from '#tests/log/sample-log.ts'
import { createStandInWitness } from '#tests/log/witness.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { REQUEST_TIMEOUT_MS } from './bounded-request.ts'
import { createWitnessClient, type Submission } from './witness-client.ts'

const log = sampleLog(20)
const clock = testClock(COSIGNED_AT * 1000)
const [key = LOG_KEY, otherKey = LOG_KEY] = POLICY.witnesses
const WITNESS = { key, url: 'https://w1.example/prefix' }

const submission = (size: number, oldSize: number): Submission => ({
  oldSize,
  proof: log.consistency(oldSize, size),
  checkpoint: checkpointOf(log.head(size), 0),
})

function standIn() {
  const logs = new Map([[ORIGIN, [LOG_KEY]]])
  const witness = createStandInWitness({ name: key.name, logs, now: clock.now })
  const send = createWitnessClient({
    clock,
    fetch: (url, init) => witness.handle(new Request(url, init)),
  })
  return { witness, send: (one: Submission) => send(WITNESS, one) }
}

/** What the client makes of one reply. */
function replyTo(reply: Response | (() => Promise<Response>), one = submission(7, 0)) {
  const fetch = async () => (typeof reply === 'function' ? reply() : reply)
  return createWitnessClient({ clock, fetch })(WITNESS, one)
}

describe('a witness', () => {
  test('cosigns a growing log, and its signatures complete the checkpoint', async () => {
    const { send } = standIn()
    expect(await send(submission(7, 0))).toMatchObject({ result: 'cosigned' })
    const reply = await send(submission(20, 7))
    if (reply.result !== 'cosigned') throw new Error(reply.result)
    expect(reply.timestamp).toBe(COSIGNED_AT)
    const note = parseNote(submission(20, 7).checkpoint)
    if (!note) throw new Error('no note')
    const whole = formatNote({ ...note, signatures: [...note.signatures, ...reply.signatures] })
    const verified = await verifyCheckpoint(whole, POLICY)
    expect(verified?.cosignatures).toEqual([{ key, timestamp: COSIGNED_AT }])
  })

  test('names its size in a conflict, and cosigns with a proof from that one', async () => {
    const { send } = standIn()
    await send(submission(7, 0))
    expect(await send(submission(20, 0))).toEqual({ result: 'conflict', size: 7 })
    expect(await send(submission(20, 7))).toMatchObject({ result: 'cosigned' })
    expect(await send(submission(20, 20))).toMatchObject({ result: 'cosigned' })
  })

  test('refuses another history, an unsigned checkpoint and an unknown log', async () => {
    const { send, witness } = standIn()
    await send(submission(7, 0))
    const forked = { size: 20, root: log.head(19).root }
    const fork = { ...submission(20, 7), checkpoint: checkpointOf(forked, 0) }
    expect(await send(fork)).toEqual({ result: 'refused', status: 422 })
    const { checkpoint } = submission(20, 7)
    const unsigned = checkpoint.replace('\n20\n', '\n21\n')
    expect(await send({ ...fork, checkpoint: unsigned })).toMatchObject({ status: 403 })
    const unknown = checkpoint.replace(ORIGIN, 'other.example')
    expect(await send({ ...fork, checkpoint: unknown })).toMatchObject({ status: 404 })
    expect(witness.heads.get(ORIGIN)?.size).toBe(7)
  })
})

describe('a reply of a witness', () => {
  const { checkpoint } = submission(7, 0)
  const text = parseNote(checkpoint)?.text ?? ''
  const [own = '', other = ''] = cosignatures(text, 2).map(signatureLine)
  const size = (body: string, type = 'text/x.tlog.size') =>
    new Response(body, { status: 409, headers: { 'content-type': type } })

  test('keeps only the signatures of that witness', async () => {
    const reply = await replyTo(new Response(other + own))
    expect(reply).toMatchObject({ result: 'cosigned', signatures: [{ name: key.name }] })
    expect(await replyTo(new Response(other))).toMatchObject({ result: 'failed' })
    expect(otherKey).not.toBe(key)
  })

  test.each([
    ['a signature of another checkpoint', cosignatures(text.replace('\n7\n', '\n8\n'), 1)],
    ['a signature without a time', cosignatures(text, 1, 0)],
    [
      'a valid and a failing signature',
      [...cosignatures(text, 1), ...cosignatures(`${text}a\n`, 1)],
    ],
  ])('fails with %s', async (_, signatures) => {
    const reply = await replyTo(new Response(signatures.map(signatureLine).join('')))
    expect(reply).toEqual({ result: 'failed', reason: 'no valid cosignature of this witness' })
  })

  test.each([
    ['an empty 200', new Response('')],
    ['a page', new Response('<html></html>\n')],
    ['lines without their end', new Response(own.trimEnd())],
    ['bytes that are no text', new Response(Uint8Array.of(0xff, 10))],
    ['a conflict without a type', size('7\n', 'text/plain')],
    ['a conflict with a leading zero', size('07\n')],
    ['a conflict without a newline', size('7')],
  ])('fails with %s', async (_, response) => {
    expect(await replyTo(response)).toMatchObject({ result: 'failed' })
  })

  test('is a redirect that is not followed', async () => {
    const server = Bun.serve({
      port: 0,
      fetch: ({ url }) =>
        url.endsWith('/elsewhere') ? new Response(own) : Response.redirect('/elsewhere', 307),
    })
    const send = createWitnessClient({ clock, fetch })
    const reply = await send({ key, url: server.url.origin }, submission(7, 0))
    expect(reply).toEqual({ result: 'refused', status: 307 })
    await server.stop(true)
  })

  test('is given up when it is endless, late or broken', async () => {
    const endless = new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(1000)) })
    expect(await replyTo(new Response(endless))).toMatchObject({ reason: 'reply too large' })
    const late = replyTo(() => new Promise(() => {}))
    clock.advance(REQUEST_TIMEOUT_MS)
    expect(await late).toEqual({ result: 'failed', reason: 'no reply in time' })
    const broken = replyTo(() => Promise.reject(new Error('reset')))
    expect(await broken).toEqual({ result: 'failed', reason: 'no connection' })
    expect(clock.pending()).toBe(0)
  })
})
