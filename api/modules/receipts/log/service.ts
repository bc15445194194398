import { ApiError } from '#api/infrastructure/errors.ts'
import type { CommitmentTileStore } from '#api/modules/receipts/commitment-tile-store.ts'
import type { ReceiptKeyStore } from '#api/modules/receipts/key-store.ts'
import type { LogPolicy } from '#shared/contract/receipts.ts'
import type { Checkpoint as RoundCheckpoint } from '#shared/contract/rounds.ts'
import { formatEntryBundle } from '#shared/rules/log/entry-bundle.ts'
import { TILE_WIDTH, type TileAddress, tileWidth } from '#shared/rules/log/tile-path.ts'
import { formatTlogProof } from '#shared/rules/log/tlog-proof.ts'
import { formatVerifierKey, KEY_TYPES, verifierKey } from '#shared/rules/log/verifier-key.ts'
import type { Hash } from '#shared/rules/merkle.ts'
import type { Witness } from './log-settings.ts'
import type { LogStore } from './log-store.ts'
import type { Openings, OpeningsStore } from './openings-store.ts'
import { findEntry, type Placement, readInclusionProof } from './proofs.ts'
import { hashesOf } from './tile.ts'
import type { WitnessStore } from './witness-store.ts'

interface LogServiceDeps {
  store: Pick<LogStore, 'newest' | 'ofSize' | 'ofRound' | 'tiles' | 'cosignatures'>
  commitments: Pick<CommitmentTileStore, 'find' | 'entries'>
  timestamps: Pick<WitnessStore, 'timestamp'>
  openings: OpeningsStore
  keys: Pick<ReceiptKeyStore, 'list'>
  witnesses: readonly Witness[]
  /** Name of the log. */
  origin: string
}

/** Openings in a reply: about 300 kB. */
const OPENINGS_AT_ONCE = 1000

const iso = (instant: number) => new Date(instant).toISOString()

export type LogService = ReturnType<typeof createLogService>

/** The log as C2SP tlog-tiles, and proofs that a vote is in it. */
export function createLogService(deps: LogServiceDeps) {
  const { store, commitments, timestamps, openings, keys, witnesses, origin } = deps
  const withCosignatures = async ({ size, note }: { size: number; note: string }) =>
    note + (await store.cosignatures(size)).map(({ line }) => line).join('')

  return {
    /** Name, keys and witnesses, which a verifier needs beforehand. */
    async policy(): Promise<LogPolicy> {
      const vkeyOf = ({ publicKey }: { publicKey: Uint8Array }) =>
        formatVerifierKey(verifierKey(origin, KEY_TYPES.note, publicKey))
      return {
        origin,
        vkeys: (await keys.list()).map(vkeyOf),
        witnesses: witnesses.map(({ key }) => formatVerifierKey(key)),
      }
    },

    /** The newest checkpoint with its cosignatures, as signed note. @throws ApiError NOT_FOUND */
    async checkpoint(): Promise<string> {
      const newest = await store.newest()
      if (!newest) throw new ApiError('NOT_FOUND')
      return withCosignatures(newest)
    },

    /** The checkpoint of `size` entries as the log has signed it. @throws ApiError NOT_FOUND */
    async signedCheckpoint(size: number): Promise<string> {
      const found = await store.ofSize(size)
      if (!found) throw new ApiError('NOT_FOUND')
      return found.note
    },

    /** Timestamp file of the checkpoint of `size` entries. @throws ApiError NOT_FOUND without one */
    async timestamp(size: number): Promise<Uint8Array<ArrayBuffer>> {
      const found = await timestamps.timestamp(size)
      if (!found) throw new ApiError('NOT_FOUND')
      return new Uint8Array(found.proof)
    },

    /** Bytes of a tile of hashes or of a bundle of entries. @throws ApiError NOT_FOUND beyond the log */
    async tile(address: TileAddress): Promise<Uint8Array<ArrayBuffer>> {
      const size = (await store.newest())?.size ?? 0
      if (tileWidth(address, size) < address.width) throw new ApiError('NOT_FOUND')
      if (address.level === 'entries') {
        const start = address.index * TILE_WIDTH
        const entries = hashesOf(await commitments.entries(start, address.width))
        return new Uint8Array(formatEntryBundle(entries))
      }
      const [tile] = await store.tiles([address])
      if (!tile) throw new Error(`the log lacks tile ${address.level}/${address.index}`)
      return new Uint8Array(tile.hashes)
    },

    /**
     * Openings of the round that began at `refDate` (epoch ms), of votes with ids above `after`.
     * @throws ApiError NOT_FOUND until it is settled and in the log
     */
    async openings(refDate: number, after: number): Promise<Openings> {
      const found = await openings.read(refDate, after, OPENINGS_AT_ONCE)
      if (!found) throw new ApiError('NOT_FOUND')
      return found
    },

    /** The checkpoint that a round's commitments ended in; null until they are in the log. */
    async ofRound({ id, logIndex }: Placement): Promise<RoundCheckpoint | null> {
      const found = await store.ofRound(id)
      if (!found || logIndex === null) return null
      const { size, note, created } = found
      const [cosignatures, timestamp] = await Promise.all([
        store.cosignatures(size),
        timestamps.timestamp(size),
      ])
      const times = new Map(cosignatures.map(({ witness, signedAt }) => [witness, signedAt]))
      return {
        origin,
        size,
        votes: size - logIndex,
        note: note + cosignatures.map(({ line }) => line).join(''),
        sealedAt: iso(created),
        witnesses: witnesses.map(({ key }) => {
          const cosignedAt = times.get(formatVerifierKey(key))
          return { name: key.name, cosignedAt: cosignedAt === undefined ? null : iso(cosignedAt) }
        }),
        timestamp: timestamp === null ? 'none' : timestamp.complete ? 'complete' : 'pending',
      }
    },

    /**
     * Proof that a round's commitment is in the log, as C2SP tlog-proof; null until the round is.
     * @throws ApiError NOT_IN_TREE when the round has no such commitment
     */
    async proof(placement: Placement, commitment: Hash): Promise<string | null> {
      const { id, logIndex } = placement
      if (logIndex === null) return null
      const [found, entry] = await Promise.all([
        store.ofRound(id),
        findEntry(commitments, id, commitment),
      ])
      if (!found) return null
      const index = logIndex + entry
      const [hashes, checkpoint] = await Promise.all([
        readInclusionProof(store, index, found.size),
        withCosignatures(found),
      ])
      return formatTlogProof({ extra: null, index, hashes, checkpoint })
    },
  }
}
