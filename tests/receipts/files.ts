import { bytesToHex } from '@noble/hashes/utils.js'
import type { ReceiptSigner } from '#api/modules/receipts/signer.ts'
import { signText } from '#api/modules/receipts/signing-key.ts'
import type { Receipt } from '#shared/contract/receipts.ts'
import { formatTlogProof } from '#shared/rules/log/tlog-proof.ts'
import { inclusionProof, treeRoot } from '#shared/rules/log/tree-proofs.ts'
import { type Hash, inclusionPath, leafHash, merkleRoot, parents } from '#shared/rules/merkle.ts'
import { settledPoints } from '#shared/rules/offer-value.ts'
import { commitmentOf, type ReceiptPayload, receiptText, rootText } from '#shared/rules/receipt.ts'
import type { LogReceiptFile, TreeReceiptFile } from '#shared/rules/receipt-format.ts'
import { TEST_KEY, testKey, testSigner } from '#tests/support/test-signer.ts'

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

type Random = () => number

function vote(n: number, random: Random) {
  return {
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
  }
}

const firstPayload = (n: number, random: Random) => ({ version: 1 as const, ...vote(n, random) })

function payload(n: number, random: Random): ReceiptPayload {
  const entryPrice = random() < 0.2 ? null : '60123.45'
  return { version: 2, ...vote(n, random), entryPrice }
}

/** What proves the points of a receipt in a round with a random outcome. */
function settled(receipt: ReceiptPayload, random: Random) {
  const settle = SETTLES[Math.floor(random() * SETTLES.length)] ?? SETTLES[0]
  const { direction: choice, hit, miss, carried } = receipt
  return {
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

/** Levels of a tree over hashes, the leaves first. */
function levelsOf(leaves: readonly Hash[]): (readonly Hash[])[] {
  const levels = [leaves]
  for (let top = leaves; top.length > 1; levels.push(top)) top = parents(top)
  return levels
}

/** The file of one vote of a random round with `size` votes and a tree of its own. */
export function treeReceiptFile(size: number, random: Random = Math.random): TreeReceiptFile {
  const own = firstPayload(0, random)
  const others = Array.from({ length: size - 1 }, (_, n) =>
    commitmentOf(firstPayload(n + 1, random)),
  )
  const leaf = commitmentOf(own)
  const leaves = [leaf, ...others].sort(Buffer.compare)
  const levels = levelsOf(leaves)
  const index = leaves.indexOf(leaf)
  const path = inclusionPath(index, size, (level, at) => levels[level]?.[at] ?? leaf)
  const root = {
    version: 1 as const,
    target: TARGET,
    size,
    root: bytesToHex(merkleRoot(leaves)),
    time: '2026-11-23T00:00:31.000Z',
  }
  return {
    receipt: { ...own, ...signText(TEST_KEY, 'receipt', receiptText(own)) },
    inclusion: { leaf: bytesToHex(leaf), index, path: path.map(bytesToHex) },
    root: { ...root, ...signText(TEST_KEY, 'root', rootText(root)) },
    ...settled(own, random),
  }
}

interface LogFileOptions {
  random?: Random
  /** Entries of earlier rounds. */
  before?: number
  /** Time of the checkpoint. */
  sealedAt?: string
  receipt?: ReceiptPayload
  /** Signs the checkpoint; the test key by default. */
  checkpointSigner?: Pick<ReceiptSigner, 'checkpoint'>
}

/** The file of one vote of a random round with `size` votes, the last in the log. */
export function receiptFile(size: number, options: LogFileOptions = {}) {
  const { random = Math.random, before = 0, sealedAt = '2026-11-23T00:00:31.000Z' } = options
  const own = options.receipt ?? payload(0, random)
  const commitment = commitmentOf(own)
  const others = Array.from({ length: size - 1 }, (_, n) => commitmentOf(payload(n + 1, random)))
  const round = [commitment, ...others].sort(Buffer.compare)
  const earlier = Array.from({ length: before }, (_, n) => leafHash(Uint8Array.of(n & 255, n >> 8)))
  const entries = [...earlier, ...round]
  const levels = levelsOf(entries.map(leafHash))
  const nodeAt = (level: number, at: number) => levels[level]?.[at] ?? commitment
  const index = entries.indexOf(commitment)
  const checkpoint = (options.checkpointSigner ?? testSigner).checkpoint(
    { size: entries.length, root: treeRoot(entries.length, nodeAt) },
    Date.parse(sealedAt),
  )
  const hashes = inclusionProof(index, entries.length, nodeAt)
  const receipt: Receipt = testSigner.receipt(own)
  return {
    receipt,
    tlogProof: formatTlogProof({ extra: null, index, hashes, checkpoint }),
    ...settled(own, random),
  } satisfies LogReceiptFile
}

/** Every content with one bit changed, outside the list of keys. */
export function withOneBitChanged(file: TreeReceiptFile | LogReceiptFile): Uint8Array[] {
  const bytes = Buffer.from(JSON.stringify(file))
  const end = bytes.indexOf('"keys":')
  return Array.from({ length: end * 8 }, (_, bit) => {
    const changed = Uint8Array.from(bytes)
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    return changed
  })
}
