import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { bech32, bech32m, createBase58check } from '@scure/base'

/** Version bytes of main-network P2PKH and P2SH addresses. */
const BASE58_VERSIONS = [0x00, 0x05]
/** A version byte and a 20-byte hash. */
const BASE58_BYTES = 21

const base58check = createBase58check(sha256)

function isBase58Address(text: string): boolean {
  try {
    const payload = base58check.decode(text)
    return payload.length === BASE58_BYTES && BASE58_VERSIONS.includes(payload[0] ?? -1)
  } catch {
    return false
  }
}

/** Witness version and program length of a main-network address; null when the checksum fails. */
function decodeWitness(coder: typeof bech32, text: string) {
  const decoded = coder.decodeUnsafe(text)
  if (decoded?.prefix !== 'bc') return null
  const [version, ...words] = decoded.words
  const program = coder.fromWordsUnsafe(words)
  return program ? { version, length: program.length } : null
}

/**
 * Witness versions 0 (BIP-141, bech32) and 1 (BIP-341, bech32m). Later versions have no rules yet:
 * anyone could spend what is sent there.
 */
function isSegwitAddress(text: string): boolean {
  const v0 = decodeWitness(bech32, text)
  if (v0) return v0.version === 0 && [20, 32].includes(v0.length)
  const taproot = decodeWitness(bech32m, text)
  return taproot?.version === 1 && taproot.length === 32
}

/** Whether `text` is a Bitcoin main-network address with a valid checksum. */
export function isBitcoinAddress(text: string): boolean {
  return isBase58Address(text) || isSegwitAddress(text)
}

/** Capitalizes a lower-case hex address by EIP-55; the capitals are its checksum. */
function toChecksumCase(lower: string): string {
  const hash = bytesToHex(keccak_256(utf8ToBytes(lower)))
  return [...lower]
    .map((digit, index) =>
      Number.parseInt(hash[index] ?? '', 16) >= 8 ? digit.toUpperCase() : digit,
    )
    .join('')
}

/** Whether `text` is an Ethereum address with its EIP-55 checksum; without one a typo loses money. */
export function isEthereumAddress(text: string): boolean {
  if (!/^0x[\da-fA-F]{40}$/.test(text)) return false
  const digits = text.slice(2)
  return toChecksumCase(digits.toLowerCase()) === digits
}
