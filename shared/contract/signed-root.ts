import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Instant } from './common.ts'

/** Version of the formats of docs/RECEIPTS.md. */
export const FormatVersion = Type.Literal(1)

export const Hash = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256, hexadecimal' })

/** Fields of every signed statement. Bytes are lower-case hexadecimal. */
export const signed = {
  key: Type.String({ pattern: '^[0-9a-f]{16}$', description: 'Id of the signing key' }),
  signature: Type.String({ pattern: '^[0-9a-f]{128}$', description: 'Ed25519, hexadecimal' }),
}

/** Signed root of the Merkle tree over the votes of a closed round. */
export const SignedRoot = Type.Object({
  version: FormatVersion,
  target: Instant,
  size: Type.Integer({ minimum: 1, description: 'Number of votes' }),
  root: Hash,
  time: Instant,
  ...signed,
})
export type SignedRoot = Static<typeof SignedRoot>
