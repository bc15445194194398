import { sign } from 'node:crypto'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { SigningKey } from '#api/modules/receipts/signing-key.ts'
import { checkpointText } from '#shared/rules/log/checkpoint.ts'
import { cosignedMessage, formatTimestamped } from '#shared/rules/log/cosignature.ts'
import { formatNote } from '#shared/rules/log/signed-note.ts'
import type { TreeHead } from '#shared/rules/log/tree-proofs.ts'
import { KEY_TYPES, type KeyType, verifierKey } from '#shared/rules/log/verifier-key.ts'

/**
 * A checkpoint as signed note: the signature of the log, and one more with the time `now` (epoch ms, signed
 * in seconds) in the form of a cosignature, since a checkpoint has no time of its own.
 */
export function signCheckpoint(
  { publicKey, privateKey }: SigningKey,
  origin: string,
  { size, root }: TreeHead,
  now: number,
): string {
  const text = checkpointText({ origin, size, root, extensions: [] })
  const signed = (type: KeyType, signature: Uint8Array) => {
    const { name, keyId } = verifierKey(origin, type, publicKey)
    return { name, keyId, signature }
  }
  const timestamp = Math.floor(now / 1000)
  const stamped = sign(null, cosignedMessage(timestamp, text), privateKey)
  return formatNote({
    text,
    signatures: [
      signed(KEY_TYPES.note, sign(null, utf8ToBytes(text), privateKey)),
      signed(KEY_TYPES.cosignature, formatTimestamped({ timestamp, signature: stamped })),
    ],
  })
}
