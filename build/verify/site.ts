import { hexToBytes } from '@noble/hashes/utils.js'
import { Value } from '@sinclair/typebox/value'
import { KEYS_PATH, LOG_PATHS } from '#shared/contract/endpoints.ts'
import { LogPolicy, type ReceiptKey } from '#shared/contract/receipts.ts'
import { type TileAddress, tilePath } from '#shared/rules/log/tile-path.ts'
import { createTileReader, type Tile, tilesOf } from '#shared/rules/log/tile-reader.ts'
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
  /** Sends a GET request to a path. Throws an Error for a status above 299. */
  get(path: string): Promise<Response>
  /** The checkpoint of that size. Throws an Error when a key of the log has not signed it. */
  checkpointOf(size: number): Promise<TreeHead>
  tiles(addresses: readonly TileAddress[]): Promise<Tile[]>
  /** How the newest checkpoint of the site contradicts an earlier one; null when it continues that. */
  contradiction(head: TreeHead): Promise<string | null>
}

/** Longest wait (s) before a refused request is repeated. */
const LONGEST_PAUSE = 120

/** Sends a GET request, and again when the site has asked to wait: a large round takes thousands. */
async function get(url: string, pause: (ms: number) => Promise<void>): Promise<Response> {
  for (;;) {
    const reply = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (reply.ok) return reply
    const seconds = Number(reply.headers.get('retry-after') ?? 'none')
    if (reply.status !== 429 || !(seconds <= LONGEST_PAUSE)) {
      throw new Error(`${url} answered ${reply.status}.`)
    }
    await pause(seconds * 1000)
  }
}

/**
 * Reads name, keys, witnesses and newest checkpoint of a site's log. With `pinned` keys the checkpoint must be
 * signed by one of them, else by a key that the site lists. Throws an Error when the site shows no such log.
 */
export async function readSite(
  address: string,
  pinned: readonly VerifierKey[],
  pause: (ms: number) => Promise<void> = (ms) => Bun.sleep(ms),
): Promise<Site> {
  const base = address.replace(/\/+$/, '')
  const at = (path: string) => get(base + path, pause)
  const policy: unknown = await (await at(LOG_PATHS.policy)).json()
  if (!Value.Check(LogPolicy, policy)) throw new Error(`${base} shows no log.`)
  const { origin } = policy
  const keys = readKeys(await (await at(KEYS_PATH)).json())
  if (!keys) throw new Error(`${base} shows no list of keys.`)
  const logKeys =
    pinned.length > 0
      ? pinned
      : keys.map(({ publicKey }) => verifierKey(origin, KEY_TYPES.note, hexToBytes(publicKey)))
  const checkpointAt = async (path: string): Promise<TreeHead> => {
    const note = await (await at(path)).text()
    const verified = await verifyCheckpoint(note, { origin, logKeys, witnesses: [] })
    if (!verified) throw new Error(`The checkpoint at ${base}${path} is not signed by its key.`)
    return verified.checkpoint
  }
  const tiles = (addresses: readonly TileAddress[]) =>
    Promise.all(
      addresses.map(async (tile) => {
        const reply = await at(`${LOG_PATHS.prefix}/${tilePath(tile)}`)
        return { level: Number(tile.level), index: tile.index, hashes: await reply.bytes() }
      }),
    )
  return {
    origin,
    keys,
    witnesses: policy.witnesses.map(parseVerifierKey).filter((key) => key !== null),
    get: at,
    async checkpointOf(size) {
      const head = await checkpointAt(`${LOG_PATHS.checkpoints}/${size}`)
      if (head.size !== size) throw new Error(`${base} shows ${head.size} entries for ${size}.`)
      return head
    },
    tiles,
    async contradiction(old) {
      const newest = await checkpointAt(LOG_PATHS.checkpoint)
      // A cache may have an older one for half a minute; it has none for an address of this request alone.
      const fresh = `${LOG_PATHS.checkpoint}?${crypto.randomUUID()}`
      const head = newest.size < old.size ? await checkpointAt(fresh) : newest
      if (head.size < old.size) {
        return `the site's log has ${head.size} entries, fewer than the ${old.size} of this checkpoint.`
      }
      const needed = tilesOf(consistencyNodes(old.size, head.size).flat(), head.size)
      const proof = consistencyProof(old.size, head.size, createTileReader(await tiles(needed)))
      return verifyConsistency(old, head, proof)
        ? null
        : "the site's log does not continue this checkpoint."
    },
  }
}
