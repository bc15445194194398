import { bytesToHex } from '@noble/hashes/utils.js'
import type { AppEventBus } from '#api/events.ts'
import { cached } from '#api/infrastructure/cached.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { RoundRecord } from '#api/modules/rounds/round-record.ts'
import { toEvidence } from '#api/modules/rounds/round-record.ts'
import type { RoundStore } from '#api/modules/rounds/store.ts'
import type { Inclusion, ReceiptKeys, VoteProof } from '#shared/contract/receipts.ts'
import { FORMAT_VERSION, type ReceiptPayload, receiptLeaf } from '#shared/rules/receipt.ts'
import type { ReceiptKeyStore } from './key-store.ts'
import { toReceipt } from './receipt-row.ts'
import type { ReceiptSigner } from './signer.ts'
import type { ReceiptStore } from './store.ts'
import type { TileStore } from './tile-store.ts'
import { pathFromTiles, positionIn, TILE_HASHES } from './tile-tree.ts'

interface ReceiptsDeps {
  store: ReceiptStore
  tiles: Pick<TileStore, 'find' | 'above'>
  keys: Pick<ReceiptKeyStore, 'list'>
  rounds: Pick<RoundStore, 'byRefDate'>
  signer: ReceiptSigner
  bus: Pick<AppEventBus, 'onInvalidateAll'>
}

export type ReceiptsService = ReturnType<typeof createReceiptsService>

const iso = (instant: number) => new Date(instant).toISOString()

/** Receipts, proofs and keys: docs/RECEIPTS.md. */
export function createReceiptsService({ store, tiles, keys, rounds, signer, bus }: ReceiptsDeps) {
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

  /** @throws ApiError NOT_IN_TREE when the vote is no longer as it was at the close */
  const include = async (
    round: RoundRecord,
    receipt: ReceiptPayload,
  ): Promise<Inclusion | null> => {
    if (!round.receipts) return null
    const leaf = receiptLeaf(receipt)
    const tile = await tiles.find(round.id, leaf)
    const position = tile ? positionIn(tile, leaf) : -1
    if (!tile || position < 0) throw new ApiError('NOT_IN_TREE')
    const index = tile.index * TILE_HASHES + position
    const above = await tiles.above(round.id, tile.index)
    const path = pathFromTiles([tile, ...above], index, round.receipts.size)
    return { leaf: bytesToHex(leaf), index, path: path.map(bytesToHex) }
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
      const inclusion = receipt && (await include(round, receipt))
      return {
        ...(receipt && vote.user_id === viewerId && { receipt: signer.receipt(receipt) }),
        inclusion,
        root: round.receipts,
        evidence: evidenceOf(round),
        points: vote.points,
      }
    },
  }
}
