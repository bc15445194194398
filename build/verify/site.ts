import { hexToBytes } from '@noble/hashes/utils.js'
import { Value } from '@sinclair/typebox/value'
import { KEYS_PATH, LOG_PATHS } from '#shared/contract/endpoints.ts'
import { LogPolicy, type ReceiptKey } from '#shared/contract/receipts.ts'
import { tilePath } from '#shared/rules/log/tile-path.ts'
import { createTileReader, tilesOf } from '#shared/rules/log/tile-reader.ts'
import { consistencyNodes } from '#shared/rules/log/tree-nodes.ts'
import {
  consistencyProof,
  type TreeHead,
  verifyConsistency,
} from '#shared/rules/log/tree-proofs.ts'
import {
  KEY_TYPES,
  parseVerifierKey,
  type VerifierKey,
  verifierKey,
} from '#shared/rules/log/verifier-key.ts'
import { verifyCheckpoint } from '#shared/rules/log/verify-note.ts'
import { readKeys } from '#shared/rules/receipt-format.ts'

const TIMEOUT_MS = 15_000

/** Name, keys and witnesses of a site's log as it shows them now. */
export interface Site {
  origin: string
  keys: ReceiptKey[]
  witnesses: VerifierKey[]
  /** Whether the newest checkpoint of the site begins with that of a file. */
  continues(head: { size: number; root: string }): Promise<boolean>
}

async function get(url: string): Promise<Response> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}.`)
  return reply
}

/**
 * Reads name, keys, witnesses and newest checkpoint of a site's log. With `pinned` keys the checkpoint must be
 * signed by one of them, else by a key that the site lists. Throws an Error when the site shows no such log.
 */
export async function readSite(address: string, pinned: readonly VerifierKey[]): Promise<Site> {
  const base = address.replace(/\/+$/, '')
  const policy: unknown = await (await get(base + LOG_PATHS.policy)).json()
  if (!Value.Check(LogPolicy, policy)) throw new Error(`${base} shows no log.`)
  const { origin } = policy
  const keys = readKeys(await (await get(base + KEYS_PATH)).json())
  if (!keys) throw new Error(`${base} shows no list of keys.`)
  const logKeys =
    pinned.length > 0
      ? pinned
      : keys.map(({ publicKey }) => verifierKey(origin, KEY_TYPES.note, hexToBytes(publicKey)))
  const newest = async (): Promise<TreeHead> => {
    const note = await (await get(base + LOG_PATHS.checkpoint)).text()
    const verified = await verifyCheckpoint(note, { origin, logKeys, witnesses: [] })
    if (!verified) throw new Error(`The newest checkpoint of ${base} is not signed by its key.`)
    return verified.checkpoint
  }
  const readTiles = (oldSize: number, size: number) =>
    Promise.all(
      tilesOf(consistencyNodes(oldSize, size).flat(), size).map(async (tile) => {
        const reply = await get(`${base}${LOG_PATHS.prefix}/${tilePath(tile)}`)
        return { level: Number(tile.level), index: tile.index, hashes: await reply.bytes() }
      }),
    )
  return {
    origin,
    keys,
    witnesses: policy.witnesses.map(parseVerifierKey).filter((key) => key !== null),
    async continues({ size, root }) {
      const head = await newest()
      if (head.size < size) return false
      const nodes = createTileReader(await readTiles(size, head.size))
      const proof = consistencyProof(size, head.size, nodes)
      return verifyConsistency({ size, root: hexToBytes(root) }, head, proof)
    },
  }
}
