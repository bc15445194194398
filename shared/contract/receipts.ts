import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Direction, Instant, LargeId, Price } from './common.ts'
import { Evidence, Outcome } from './rounds.ts'
import { FormatVersion, signed } from './signed-root.ts'

/** Fields that each version begins and ends with. */
const vote = {
  voteId: LargeId,
  target: Instant,
  author: Type.String({ description: "The author's unique code" }),
  direction: Direction,
  hit: Type.Integer(),
  miss: Type.Integer(),
  offerVersion: Type.Integer(),
}
const acceptance = {
  carried: Type.Integer(),
  time: Instant,
  salt: Type.String({ pattern: '^[0-9a-f]{32}$', description: '16 random bytes, hexadecimal' }),
}

/** Signed statement of a vote that was accepted before the log: docs/RECEIPTS.md. */
export const FirstReceipt = Type.Object({
  version: FormatVersion,
  ...vote,
  ...acceptance,
  ...signed,
})
export type FirstReceipt = Static<typeof FirstReceipt>

/** Signed statement of a vote as the site has accepted it: docs/RECEIPTS.md. */
export const LogReceipt = Type.Object({
  version: Type.Literal(2),
  ...vote,
  entryPrice: Type.Union([Price, Type.Null()], {
    description: 'The price that priced the offer; null without one',
  }),
  ...acceptance,
  vkey: Type.String({ description: 'Verifier key of the signing key, as in C2SP signed-note' }),
  signature: signed.signature,
})
export type LogReceipt = Static<typeof LogReceipt>

/** Version 2, or version 1 of votes from before the log. */
export const Receipt = Type.Union([LogReceipt, FirstReceipt])
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

export const VoteProof = Type.Object({
  receipt: Type.Optional(Receipt),
  tlogProof: Type.Union([Type.String(), Type.Null()], {
    description:
      'C2SP tlog-proof: path to a signed checkpoint of the log; null until the round closes',
  }),
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

/** Name and keys of the log, and the witnesses that are asked to cosign: its verifiers need these from elsewhere. */
export const LogPolicy = Type.Object({
  origin: Type.String(),
  /** Verifier keys of the log, those before a rotation included. */
  vkeys: Type.Array(Type.String()),
  /** Verifier keys of the witnesses. */
  witnesses: Type.Array(Type.String()),
})
export type LogPolicy = Static<typeof LogPolicy>
