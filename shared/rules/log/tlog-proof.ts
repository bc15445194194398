import { base64 } from '@scure/base'
import { HASH_BYTES, type Hash, leafHash } from '#shared/rules/merkle.ts'
import { MAX_NOTE_LENGTH } from './signed-note.ts'
import { decimal, readBase64, readDecimal, readHash } from './strict-text.ts'
import { MAX_PROOF_HASHES, verifyInclusion } from './tree-proofs.ts'
import { type LogPolicy, type VerifiedCheckpoint, verifyCheckpoint } from './verify-note.ts'

/** First line of every proof. */
const HEADER = 'c2sp.org/tlog-proof@v1'

/** Proof that an entry is in a log, to be verified offline (c2sp.org/tlog-proof). */
export interface TlogProof {
  /** Data of the application, which nobody signed; null for none, since none is an empty text. */
  extra: Uint8Array | null
  /** Place of the entry, from 0. */
  index: number
  /** Inclusion proof from the leaf's sibling upwards. */
  hashes: readonly Hash[]
  /** The checkpoint as served, with all its signatures. */
  checkpoint: string
}

/** A proof as text. Throws a RangeError for parts that no proof can have. */
export function formatTlogProof({ extra, index, hashes, checkpoint }: TlogProof): string {
  if (hashes.length > MAX_PROOF_HASHES || hashes.some(({ length }) => length !== HASH_BYTES)) {
    throw new RangeError('not an inclusion proof')
  }
  if (extra?.length === 0) throw new RangeError('no extra data is null')
  const lines = [HEADER, `index ${decimal(index)}`, ...hashes.map((hash) => base64.encode(hash))]
  if (extra) lines.splice(1, 0, `extra ${base64.encode(extra)}`)
  return `${lines.join('\n')}\n\n${checkpoint}`
}

/** The rest of a line behind its word; null without the word. */
const after = (word: string, line: string | undefined): string | null =>
  line?.startsWith(`${word} `) ? line.slice(word.length + 1) : null

/** Reads a proof, unverified, and its checkpoint not at all; null for another text. */
export function parseTlogProof(text: string): TlogProof | null {
  const end = text.indexOf('\n\n')
  if (end < 0 || text.length > 2 * MAX_NOTE_LENGTH) return null
  const [header, ...lines] = text.slice(0, end).split('\n')
  const encoded = after('extra', lines[0])
  const [indexLine, ...hashLines] = encoded === null ? lines : lines.slice(1)
  const extra = encoded === null ? null : readBase64(encoded)
  const index = readDecimal(after('index', indexLine) ?? '')
  const hashes = hashLines.map(readHash).filter((hash) => hash !== null)
  if (header !== HEADER || index === null || hashes.length !== hashLines.length) return null
  if (hashes.length > MAX_PROOF_HASHES || (encoded !== null && !extra?.length)) return null
  return { extra, index, hashes, checkpoint: text.slice(end + 2) }
}

/**
 * Verifies that the log has `entry` at the proof's index, by keys from an independent source. Null when any
 * step fails. Says nothing of how many witnesses are enough, and nothing of the extra data.
 */
export async function verifyTlogProof(
  text: string,
  entry: Uint8Array,
  policy: LogPolicy,
): Promise<(VerifiedCheckpoint & { index: number; extra: Uint8Array | null }) | null> {
  const proof = parseTlogProof(text)
  const verified = proof && (await verifyCheckpoint(proof.checkpoint, policy))
  if (!verified) return null
  const { index, hashes, extra } = proof
  const isIncluded = verifyInclusion(leafHash(entry), index, verified.checkpoint, hashes)
  return isIncluded ? { ...verified, index, extra } : null
}
