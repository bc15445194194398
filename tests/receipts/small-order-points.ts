import { createHash } from 'node:crypto'
import { hexToBytes } from '@noble/hashes/utils.js'
import { keyId, receiptText, signedBytes } from '#shared/rules/receipt.ts'
import type { TreeReceiptFile } from '#shared/rules/receipt-format.ts'
import { TEST_KEY, testKey } from '#tests/support/test-signer.ts'
import { treeReceiptFile } from './files.ts'

/** A point as RFC 8032 encodes it: y, little-endian, and the sign of x in the highest bit. */
const encoding = (first: string, middle: string, last: string) => first + middle.repeat(30) + last

/** The identity (y = 1): its one encoding, and three that RFC 8032, section 5.1.3, refuses. */
export const IDENTITY = encoding('01', '00', '00')
export const OTHER_IDENTITIES = [
  encoding('01', '00', '80'),
  encoding('ee', 'ff', '7f'),
  encoding('ee', 'ff', 'ff'),
]
/** The point of order 2 (y = −1), and with the sign of an x that is 0. */
export const ORDER_TWO = encoding('ec', 'ff', '7f')
export const OTHER_ORDER_TWO = encoding('ec', 'ff', 'ff')

/** Order of the base point. */
const L = 2n ** 252n + 27742317777372353535851937790883648493n

/** The secret scalar of the test key (RFC 8032, section 5.1.5), whose point is its public key. */
function testScalar(): bigint {
  const { d = '' } = TEST_KEY.privateKey.export({ format: 'jwk' })
  const half = createHash('sha512').update(Buffer.from(d, 'base64url')).digest().subarray(0, 32)
  const digits = littleEndian(half)
  return (digits % 2n ** 254n) - (digits % 8n) + 2n ** 254n
}

const littleEndian = (bytes: Uint8Array) =>
  BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)

/** S of a signature: a scalar modulo the order, in 32 bytes. */
const encoded = (scalar: bigint) =>
  Buffer.from((scalar % L).toString(16).padStart(64, '0'), 'hex')
    .reverse()
    .toString('hex')

/** A file whose receipt is signed by R = [S]B under this key, which the identity accepts for any text. */
export function universallySigned(publicKey: string, random?: () => number): TreeReceiptFile {
  const { keys, ...file } = treeReceiptFile(1, random)
  const id = keyId(hexToBytes(publicKey))
  const signature = Buffer.from(TEST_KEY.publicKey).toString('hex') + encoded(testScalar())
  return {
    ...file,
    receipt: { ...file.receipt, key: id, signature },
    keys: [...keys, testKey({ id, publicKey })],
  }
}

/** A file whose receipt is signed by the test key with r = 0, and R as given: an encoding of the identity. */
export function signedWithIdentity(r: string): TreeReceiptFile {
  const file = treeReceiptFile(1)
  const text = signedBytes('receipt', receiptText(file.receipt))
  const hash = createHash('sha512').update(hexToBytes(r)).update(TEST_KEY.publicKey).update(text)
  const s = encoded(littleEndian(hash.digest()) * testScalar())
  return { ...file, receipt: { ...file.receipt, signature: r + s } }
}
