import { base64 } from '@scure/base'
import { HASH_BYTES, type Hash } from '#shared/rules/merkle.ts'
import { decimal, readDecimal, readHash } from './strict-text.ts'

/** The head of a log (c2sp.org/tlog-checkpoint). */
export interface Checkpoint {
  /** Identity of the log, one line. */
  origin: string
  /** Leaves of the tree, at most 2^53 − 1. */
  size: number
  root: Hash
  /** Further lines, which are signed and mean nothing here. */
  extensions: readonly string[]
}

/** Text of the note of a checkpoint. Throws a RangeError for an empty or broken line, size or root. */
export function checkpointText({ origin, size, root, extensions }: Checkpoint): string {
  const lines = [origin, decimal(size), base64.encode(root), ...extensions]
  if (root.length !== HASH_BYTES) throw new RangeError('a root has 32 bytes')
  if (lines.some((line) => line === '' || line.includes('\n'))) {
    throw new RangeError('a line of a checkpoint is empty or has a newline')
  }
  return `${lines.join('\n')}\n`
}

/** Reads the text of a checkpoint's note; null for another text. */
export function parseCheckpoint(text: string): Checkpoint | null {
  if (!text.endsWith('\n')) return null
  const [origin = '', size = '', root = '', ...extensions] = text.slice(0, -1).split('\n')
  const [leaves, hash] = [readDecimal(size), readHash(root)]
  if (origin === '' || leaves === null || hash === null || extensions.includes('')) return null
  return { origin, size: leaves, root: hash, extensions }
}
