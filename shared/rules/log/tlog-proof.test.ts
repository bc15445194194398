import { describe, expect, test } from 'bun:test'
import { checkpointOf, POLICY, sampleLog, withBitChanged } from '#tests/log/sample-log.ts'
import { readUtf8 } from './strict-text.ts'
import { formatTlogProof, parseTlogProof, verifyTlogProof } from './tlog-proof.ts'

const log = sampleLog(21)
const ENTRY = log.entryAt(13)
const PROOF = log.proof(13)

describe('a tlog-proof', () => {
  test('of every entry verifies, with the witnesses and their times', async () => {
    for (const [index, entry] of log.entries.entries()) {
      const verified = await verifyTlogProof(log.proof(index), entry, POLICY)
      expect(verified?.index).toBe(index)
      expect(verified?.checkpoint.size).toBe(21)
      expect(verified?.cosignatures.map(({ key }) => key)).toEqual([...POLICY.witnesses])
    }
    expect(await verifyTlogProof(PROOF, log.entryAt(12), POLICY)).toBeNull()
  })

  test('is written as it was read, with extra data or without', () => {
    for (const text of [PROOF, log.proof(13, Uint8Array.of(1, 2)), sampleLog(1).proof(0)]) {
      const parsed = parseTlogProof(text)
      expect(parsed && formatTlogProof(parsed)).toBe(text)
    }
    expect(parseTlogProof(log.proof(13, Uint8Array.of(1, 2)))?.extra).toEqual(Uint8Array.of(1, 2))
  })

  test.each([
    ['another version', PROOF.replace('@v1', '@v2')],
    ['no index', PROOF.replace('index 13\n', '')],
    ['a leading zero', PROOF.replace('index 13', 'index 013')],
    ['a sign', PROOF.replace('index 13', 'index +13')],
    ['extra data that is empty', PROOF.replace('index', 'extra \nindex')],
    ['extra data behind the index', PROOF.replace('index 13\n', 'index 13\nextra AQI=\n')],
    ['a shorter hash', PROOF.replace(/index 13\n.+\n/, 'index 13\nAQI=\n')],
    ['no checkpoint', PROOF.slice(0, PROOF.indexOf('\n\n'))],
    ['64 hashes', PROOF.replace(/(index 13\n)(.+\n)/, (_, head, hash) => head + hash.repeat(64))],
  ])('is malformed with %s', (_, text) => {
    expect(text).not.toBe(PROOF)
    expect(parseTlogProof(text)).toBeNull()
  })

  test('a changed bit is refused, or makes one witness unknown', async () => {
    const bytes = new TextEncoder().encode(sampleLog(3).proof(1))
    const entry = sampleLog(3).entryAt(1)
    const accepted: Uint8Array[] = []
    for (const changed of withBitChanged(bytes, 7)) {
      const text = readUtf8(changed)
      if (text !== null && (await verifyTlogProof(text, entry, POLICY))) accepted.push(changed)
    }
    // A cosignature under a changed name or key id is one of an unknown witness, which is ignored.
    for (const changed of accepted) {
      const text = readUtf8(changed) ?? ''
      expect((await verifyTlogProof(text, entry, POLICY))?.cosignatures).toHaveLength(1)
    }
  })
})

describe('a checkpoint of the log', () => {
  test('is refused from another origin, and when only witnesses signed it', async () => {
    const policy = { ...POLICY, origin: 'other.example/log' }
    expect(await verifyTlogProof(PROOF, ENTRY, policy)).toBeNull()
    expect(await verifyTlogProof(PROOF, ENTRY, { ...POLICY, logKeys: [] })).toBeNull()
    const { root } = log.head(20)
    const other = PROOF.slice(0, PROOF.indexOf('\n\n') + 2) + checkpointOf({ size: 21, root })
    expect(await verifyTlogProof(other, ENTRY, POLICY)).toBeNull()
  })
})
