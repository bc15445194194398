import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Direction, Instant, LargeId } from './common.ts'
import { Evidence, Outcome } from './rounds.ts'
import { FormatVersion, Hash, SignedRoot, signed } from './signed-root.ts'

/** Signed statement of a vote as the site has accepted it: docs/RECEIPTS.md. */
export const Receipt = Type.Object({
  version: FormatVersion,
  voteId: LargeId,
  target: Instant,
  author: Type.String({ description: "The author's unique code" }),
  direction: Direction,
  hit: Type.Integer(),
  miss: Type.Integer(),
  offerVersion: Type.Integer(),
  carried: Type.Integer(),
  time: Instant,
  salt: Type.String({ pattern: '^[0-9a-f]{32}$', description: '16 random bytes, hexadecimal' }),
  ...signed,
})
export type Receipt = Static<typeof Receipt>

/** Signed evidence of a settled round. */
export const SignedEvidence = Type.Object({
  version: FormatVersion,
  target: Instant,
  outcome: Outcome,
  reference: Type.Union([Evidence, Type.Null()]),
  settlement: Type.Union([Evidence, Type.Null()]),
  ...signed,
})
export type SignedEvidence = Static<typeof SignedEvidence>

/** Path from a leaf to the root, from the bottom, as in RFC 6962. */
export const Inclusion = Type.Object({
  leaf: Hash,
  index: Type.Integer({ minimum: 0 }),
  path: Type.Array(Hash),
})
export type Inclusion = Static<typeof Inclusion>

export const VoteProof = Type.Object({
  receipt: Type.Optional(Receipt),
  inclusion: Type.Union([Inclusion, Type.Null()], { description: 'Null until the round closes' }),
  root: Type.Union([SignedRoot, Type.Null()], { description: 'Null until the round closes' }),
  evidence: Type.Union([SignedEvidence, Type.Null()], { description: 'Null until settled' }),
  points: Type.Union([Type.Integer(), Type.Null()], { description: 'Null until settled' }),
})
export type VoteProof = Static<typeof VoteProof>

/** A public key that signs or has signed. */
export const ReceiptKey = Type.Object({
  id: signed.key,
  algorithm: Type.Literal('Ed25519'),
  publicKey: Type.String({ pattern: '^[0-9a-f]{64}$', description: '32 bytes, hexadecimal' }),
  validFrom: Instant,
  validUntil: Type.Union([Instant, Type.Null()], { description: 'Null while it signs' }),
})
export type ReceiptKey = Static<typeof ReceiptKey>

export const ReceiptKeys = Type.Object({ keys: Type.Array(ReceiptKey) })
export type ReceiptKeys = Static<typeof ReceiptKeys>
