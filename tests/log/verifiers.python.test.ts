import { expect, test } from 'bun:test'
import { fileURLToPath } from 'node:url'
import { readUtf8 } from '#shared/rules/log/strict-text.ts'
import { verifyTlogProof } from '#shared/rules/log/tlog-proof.ts'
import { verifyConsistency } from '#shared/rules/log/tree-proofs.ts'
import { formatVerifierKey } from '#shared/rules/log/verifier-key.ts'
import { type Verified, verifyCheckpoint } from '#shared/rules/log/verify-note.ts'
import { checkpointOf, ORIGIN, POLICY, sampleLog, withBitChanged } from './sample-log.ts'

const VERIFIER = fileURLToPath(new URL('verify_log.py', import.meta.url))
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex') || '-'
const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Outcomes of the independent verifier, a line each. */
async function independent(lines: readonly string[]): Promise<string[]> {
  const keys = [POLICY.logKeys, POLICY.witnesses].map((all) => all.map(formatVerifierKey).join())
  const stdin = new Blob([lines.map((line) => `${line}\n`).join('')])
  const python = Bun.spawn(['python3', VERIFIER, ORIGIN, ...keys], { stdin })
  return (await new Response(python.stdout).text()).trimEnd().split('\n')
}

const witnessesOf = (cosignatures: readonly Verified[]) =>
  cosignatures.map(({ key, timestamp }) => `${key.name}@${timestamp}`)

async function ownCheckpoint(bytes: Uint8Array): Promise<string> {
  const text = readUtf8(bytes)
  const verified = text === null ? null : await verifyCheckpoint(text, POLICY)
  if (!verified) return 'refused'
  const { checkpoint, cosignatures } = verified
  return [checkpoint.size, hex(checkpoint.root), ...witnessesOf(cosignatures)].join(' ')
}

async function ownProof(entry: Uint8Array, bytes: Uint8Array): Promise<string> {
  const text = readUtf8(bytes)
  const verified = text === null ? null : await verifyTlogProof(text, entry, POLICY)
  if (!verified) return 'refused'
  const { checkpoint, index, cosignatures } = verified
  const found = [`#${index}`, ...witnessesOf(cosignatures)]
  return [checkpoint.size, hex(checkpoint.root), ...found].join(' ')
}

/** A text with one character put in or taken out, at every `step`th place. */
function withCharacterMoved(text: string, step: number): string[] {
  const added = ['\n', ' ', '0', '=', '+', '—', '\ufeff', '\u00a0']
  return Array.from({ length: Math.ceil(text.length / step) }, (_, turn) => {
    const at = turn * step
    const more = added[turn % (2 * added.length)] ?? ''
    return text.slice(0, at) + more + text.slice(more === '' ? at + 1 : at)
  })
}

test('two verifiers accept every proof of a log, with the same witnesses', async () => {
  const log = sampleLog(40)
  const all = log.entries.map((entry, index) => ({ entry, proof: bytesOf(log.proof(index)) }))
  const own = await Promise.all(all.map(({ entry, proof }) => ownProof(entry, proof)))
  expect(await independent(all.map((one) => `proof ${hex(one.entry)} ${hex(one.proof)}`))).toEqual(
    own,
  )
  expect(own).not.toContain('refused')
}, 180_000)

test('two verifiers agree on a checkpoint with a changed bit', async () => {
  const bytes = bytesOf(checkpointOf(sampleLog(5).head()))
  // A prime step meets every bit of a byte and every line.
  const changed = withBitChanged(bytes, 23)
  const own = await Promise.all(changed.map(ownCheckpoint))
  expect(await independent(changed.map((one) => `checkpoint ${hex(one)}`))).toEqual(own)
  expect(await ownCheckpoint(bytes)).not.toBe('refused')
}, 180_000)

test('two verifiers agree on a proof with a changed bit, and with a character more or less', async () => {
  const log = sampleLog(6)
  const entry = log.entryAt(4)
  const text = log.proof(4, Uint8Array.of(1, 2, 3))
  const changed = [
    ...withBitChanged(bytesOf(text), 37),
    ...withCharacterMoved(text, 7).map(bytesOf),
  ]
  const own = await Promise.all(changed.map((one) => ownProof(entry, one)))
  expect(await independent(changed.map((one) => `proof ${hex(entry)} ${hex(one)}`))).toEqual(own)
}, 180_000)

test('two verifiers agree on consistency proofs, whole and changed', async () => {
  const log = sampleLog(24)
  const cases = Array.from({ length: 25 * 24 }, (_, at) => {
    const [old, size] = [at % 25, Math.floor(at / 25) + 1]
    const proof = Uint8Array.from(Buffer.concat(old <= size ? log.consistency(old, size) : []))
    if (at % 3 === 1 && proof.length > 0) proof[at % proof.length] = 0
    const cut = at % 3 === 2 ? proof.subarray(0, Math.max(0, proof.length - 32)) : proof
    return { old: log.head(old), next: log.head(size), proof: cut }
  })
  const own = cases.map(({ old, next, proof }) => {
    const hashes = Array.from({ length: proof.length / 32 }, (_, at) =>
      proof.slice(at * 32, at * 32 + 32),
    )
    return verifyConsistency(old, next, hashes) ? 'consistent' : 'refused'
  })
  const lines = cases.map(({ old, next, proof }) =>
    ['consistency', old.size, hex(old.root), next.size, hex(next.root), hex(proof)].join(' '),
  )
  expect(await independent(lines)).toEqual(own)
  expect(new Set(own)).toEqual(new Set(['consistent', 'refused']))
}, 180_000)
