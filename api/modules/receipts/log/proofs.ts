import { ApiError } from '#api/infrastructure/errors.ts'
import type { CommitmentTileStore } from '#api/modules/receipts/commitment-tile-store.ts'
import { TILE_WIDTH } from '#shared/rules/log/tile-path.ts'
import { createTileReader, tilesOf } from '#shared/rules/log/tile-reader.ts'
import { consistencyNodes, inclusionNodes, type TreeNode } from '#shared/rules/log/tree-nodes.ts'
import { consistencyProof, inclusionProof, type NodeReader } from '#shared/rules/log/tree-proofs.ts'
import type { Hash } from '#shared/rules/merkle.ts'
import type { LogStore } from './log-store.ts'
import { hashesOf, nodeHash } from './tile.ts'

/** Where a round's commitments stand in the log. */
export interface Placement {
  /** Id of the round. */
  id: number
  /** Index of the first commitment; null until they are appended. */
  logIndex: number | null
}

/** Index of a commitment in its round. @throws ApiError NOT_IN_TREE when the round has no such commitment */
export async function findEntry(
  commitments: Pick<CommitmentTileStore, 'find'>,
  roundId: number,
  commitment: Hash,
): Promise<number> {
  const tile = await commitments.find(roundId, commitment)
  const position = tile
    ? hashesOf(tile.commitments).findIndex((each) => Buffer.compare(each, commitment) === 0)
    : -1
  if (!tile || position < 0) throw new ApiError('NOT_IN_TREE')
  return tile.index * TILE_WIDTH + position
}

/** Reads subtrees of the log of `size` entries from its tiles. */
async function readNodes(
  log: Pick<LogStore, 'tiles'>,
  nodes: readonly TreeNode[],
  size: number,
): Promise<NodeReader> {
  return createTileReader(await log.tiles(tilesOf(nodes, size)), nodeHash)
}

/** Proof that the log of `size` entries has the entry at `index`. */
export async function readInclusionProof(
  log: Pick<LogStore, 'tiles'>,
  index: number,
  size: number,
): Promise<Hash[]> {
  const nodes = await readNodes(log, inclusionNodes(index, size).flat(), size)
  return inclusionProof(index, size, nodes, nodeHash)
}

/** Proof that the log of `size` entries begins with that of `oldSize`. */
export async function readConsistencyProof(
  log: Pick<LogStore, 'tiles'>,
  oldSize: number,
  size: number,
): Promise<Hash[]> {
  const nodes = await readNodes(log, consistencyNodes(oldSize, size).flat(), size)
  return consistencyProof(oldSize, size, nodes, nodeHash)
}
