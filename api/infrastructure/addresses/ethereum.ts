import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Writes an address with the capitals of EIP-55, which are its checksum. */
function withChecksum(lower: string): string {
  const hash = bytesToHex(keccak_256(utf8ToBytes(lower)))
  return [...lower]
    .map((digit, index) =>
      Number.parseInt(hash[index] ?? '', 16) >= 8 ? digit.toUpperCase() : digit,
    )
    .join('')
}

/**
 * Whether `text` is an Ethereum address with the checksum of EIP-55. One without it is refused: a
 * mistyped digit would send money into nowhere.
 */
export function isEthereumAddress(text: string): boolean {
  if (!/^0x[\da-fA-F]{40}$/.test(text)) return false
  const digits = text.slice(2)
  return withChecksum(digits.toLowerCase()) === digits
}
