import { bytesToHex } from '@noble/hashes/utils.js'
import { inclusionPath, merkleRoot, parents } from '#shared/rules/merkle.ts'
import { settledPoints } from '#shared/rules/offer-value.ts'
import { type ReceiptPayload, receiptLeaf } from '#shared/rules/receipt.ts'
import type { ReceiptFile } from '#shared/rules/receipt-format.ts'
import { testKey, testSigner } from '#tests/support/test-signer.ts'

const TARGET = '2026-11-26T00:00:00.000Z'
const CHOICES = ['up', 'steady', 'down', 'unknown'] as const
/** Settlement prices against a reference of 60000.00, edges of the band included. */
const SETTLES = [
  { price: '63000.00', outcome: 'steady' },
  { price: '63000.01', outcome: 'up' },
  { price: '57000', outcome: 'steady' },
  { price: '56999.999999999999', outcome: 'down' },
  { price: null, outcome: 'void' },
] as const

const price = (value: string, day: string) => ({
  price: value,
  exchange: 'binance',
  candleTime: `${day}T00:00:00.000Z`,
  readAt: `${day}T00:00:04.120Z`,
})

const payload = (n: number, random: () => number): ReceiptPayload => ({
  version: 1,
  voteId: n + 1,
  target: TARGET,
  author: 'ABC234',
  direction: CHOICES[Math.floor(random() * 4)] ?? 'up',
  hit: Math.floor(random() * 437),
  miss: -Math.floor(random() * 437),
  offerVersion: 2,
  carried: Math.floor(random() * 200) - 100,
  time: new Date(Date.parse('2026-11-20T00:00:00Z') + n * 997).toISOString(),
  salt: Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join(''),
})

/** The file of one vote of a random round with `size` votes. */
export function receiptFile(size: number, random: () => number = Math.random): ReceiptFile {
  const own = payload(0, random)
  const others = Array.from({ length: size - 1 }, (_, n) => receiptLeaf(payload(n + 1, random)))
  const leaf = receiptLeaf(own)
  const leaves = [leaf, ...others].sort(Buffer.compare)
  const levels = [leaves]
  for (let top = leaves; top.length > 1; levels.push(top)) top = parents(top)
  const index = leaves.indexOf(leaf)
  const path = inclusionPath(index, size, (level, at) => levels[level]?.[at] ?? leaf)
  const settle = SETTLES[Math.floor(random() * SETTLES.length)] ?? SETTLES[0]
  const { direction: choice, hit, miss, carried } = own
  return {
    receipt: testSigner.receipt(own),
    inclusion: { leaf: bytesToHex(leaf), index, path: path.map(bytesToHex) },
    root: testSigner.root({
      version: 1,
      target: TARGET,
      size,
      root: bytesToHex(merkleRoot(leaves)),
      time: '2026-11-23T00:00:31.000Z',
    }),
    evidence: testSigner.evidence({
      version: 1,
      target: TARGET,
      outcome: settle.outcome,
      reference: price('60000.00', '2026-11-19'),
      settlement: settle.price === null ? null : price(settle.price, '2026-11-26'),
    }),
    points: settledPoints({ choice, offer: { hit, miss }, carried }, settle.outcome),
    keys: [testKey()],
  }
}

/** Every content with one bit changed, outside the list of keys. */
export function withOneBitChanged(file: ReceiptFile): Uint8Array[] {
  const bytes = Buffer.from(JSON.stringify(file))
  const end = bytes.indexOf('"keys":')
  return Array.from({ length: end * 8 }, (_, bit) => {
    const changed = Uint8Array.from(bytes)
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    return changed
  })
}
