import { signWith } from '#api/modules/receipts/signer.ts'
import { signingKeyOf } from '#api/modules/receipts/signing-key.ts'
import type { ReceiptKey } from '#shared/contract/receipts.ts'

export const TEST_KEY = signingKeyOf('a secret that is for tests only, and known')

/** Name of the log in tests. */
export const TEST_ORIGIN = 'tidemark.test/calls'

/** Signs with a key that is always the same. */
export const testSigner = signWith(() => TEST_KEY, TEST_ORIGIN)

/** Its public half, as the site publishes it. */
export const testKey = (more: Partial<ReceiptKey> = {}): ReceiptKey => ({
  id: TEST_KEY.id,
  algorithm: 'Ed25519',
  publicKey: Buffer.from(TEST_KEY.publicKey).toString('hex'),
  validFrom: '2026-01-01T00:00:00.000Z',
  validUntil: null,
  ...more,
})

export const SALT = '00112233445566778899aabbccddeeff'
