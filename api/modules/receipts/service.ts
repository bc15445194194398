import { bytesToHex } from '@noble/hashes/utils.js'
import type { AppEventBus } from '#api/events.ts'
import { cached } from '#api/infrastructure/cached.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { RoundRecord } from '#api/modules/rounds/round-record.ts'
import { toEvidence } from '#api/modules/rounds/round-record.ts'
import type { RoundStore } from '#api/modules/rounds/store.ts'
import type { ReceiptKeys, VoteProof } from '#shared/contract/receipts.ts'
import { commitmentOf, FORMAT_VERSION } from '#shared/rules/receipt.ts'
import type { ReceiptKeyStore } from './key-store.ts'
import type { LogService } from './log/service.ts'
import { toReceipt } from './receipt-row.ts'
import type { ReceiptSigner } from './signer.ts'
import type { ReceiptStore } from './store.ts'

interface ReceiptsDeps {
  store: ReceiptStore
  log: Pick<LogService, 'proof'>
  keys: Pick<ReceiptKeyStore, 'list'>
  rounds: Pick<RoundStore, 'byRefDate'>
  signer: ReceiptSigner
  bus: Pick<AppEventBus, 'onInvalidateAll'>
}

export type ReceiptsService = ReturnType<typeof createReceiptsService>

const iso = (instant: number) => new Date(instant).toISOString()

/** Receipts, proofs and keys: docs/RECEIPTS.md. */
export function createReceiptsService({ store, log, keys, rounds, signer, bus }: ReceiptsDeps) {
  const keyList = cached(async (): Promise<ReceiptKeys> => {
    const known = await keys.list()
    return {
      keys: known.map(({ id, publicKey, validFrom, validUntil }) => ({
        id,
        algorithm: 'Ed25519',
        publicKey: bytesToHex(publicKey),
        validFrom: iso(validFrom),
        validUntil: validUntil === null ? null : iso(validUntil),
      })),
    }
  })
  bus.onInvalidateAll(keyList.markStale)

  const evidenceOf = ({ settledAt, outcome, reference, settlement, targetDate }: RoundRecord) => {
    if (settledAt === null || outcome === null) return null
    return signer.evidence({
      version: FORMAT_VERSION,
      target: iso(targetDate),
      outcome,
      reference: toEvidence(reference),
      settlement: toEvidence(settlement),
    })
  }

  return {
    /** Every public key that has signed. */
    keys: keyList.get,

    /**
     * Proof of a vote; the receipt is for its author only.
     * @throws ApiError NOT_FOUND; RECEIPT_ERASED with a deleted account; NOT_IN_TREE
     */
    async proof(voteId: number, viewerId: number | null): Promise<VoteProof> {
      const vote = await store.find(voteId)
      if (!vote) throw new ApiError('NOT_FOUND')
      if (vote.is_erased) throw new ApiError('RECEIPT_ERASED')
      const round = await rounds.byRefDate(vote.ref_date.getTime())
      if (!round) throw new ApiError('NOT_FOUND')
      const receipt = toReceipt(vote)
      return {
        ...(receipt && vote.user_id === viewerId && { receipt: signer.receipt(receipt) }),
        tlogProof: receipt && (await log.proof(round, commitmentOf(receipt))),
        evidence: evidenceOf(round),
        points: vote.points,
      }
    },
  }
}
