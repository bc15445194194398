import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'

/** Pay to public key hash, pay to script hash; both of the main network. */
const VERSIONS = [0x00, 0x05]
/** A version and the 20 bytes of a hash. */
const PAYLOAD_BYTES = 21

const base58check = createBase58check(sha256)

function isBase58(text: string): boolean {
  try {
    const payload = base58check.decode(text)
    return payload.length === PAYLOAD_BYTES && VERSIONS.includes(payload[0] ?? -1)
  } catch {
    return false
  }
}

/** What a segregated-witness address holds, when its checksum is of this kind. */
function witnessOf(coder: typeof bech32, text: string) {
  const decoded = coder.decodeUnsafe(text)
  if (decoded?.prefix !== 'bc') return null
  const [version, ...words] = decoded.words
  const program = coder.fromWordsUnsafe(words)
  return program ? { version, length: program.length } : null
}

/**
 * Versions 0 (BIP-141, checked by bech32) and 1 (BIP-341, by bech32m): what later ones hold anybody
 * could spend today.
 */
function isSegwit(text: string): boolean {
  const old = witnessOf(bech32, text)
  if (old) return old.version === 0 && [20, 32].includes(old.length)
  const taproot = witnessOf(bech32m, text)
  return taproot?.version === 1 && taproot.length === 32
}

/** Whether `text` is a Bitcoin address of the main network whose checksum is right. */
export function isBitcoinAddress(text: string): boolean {
  return isBase58(text) || isSegwit(text)
}
