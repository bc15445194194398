import type {
  FirstReceipt,
  LogReceipt,
  Receipt,
  ReceiptKey,
  SignedEvidence,
} from '#shared/contract/receipts.ts'
import type { SignedRoot } from '#shared/contract/signed-root.ts'
import { parseTlogProof } from './log/tlog-proof.ts'
import { parseVerifierKey, type VerifierKey } from './log/verifier-key.ts'
import { FORMAT_VERSION, RECEIPT_VERSION } from './receipt.ts'

/** Evidence of the points of a receipt. */
interface Settled {
  evidence: SignedEvidence | null
  points: number | null
  keys: readonly ReceiptKey[]
}

/** Path from a commitment to the root of its round's own tree, from the bottom, as in RFC 6962. */
export interface Inclusion {
  leaf: string
  index: number
  path: string[]
}

/** Content of `receipt.json` of a round with a tree of its own, from before the log. */
export interface TreeReceiptFile extends Settled {
  receipt: FirstReceipt
  inclusion: Inclusion | null
  root: SignedRoot | null
}

/** Content of `receipt.json`: a receipt, and what was known to prove it when the file was written. */
export interface LogReceiptFile extends Settled {
  receipt: Receipt
  /** C2SP tlog-proof; null until the round closes. */
  tlogProof: string | null
}

export type ReceiptFile = TreeReceiptFile | LogReceiptFile

type Reader<Value> = (value: unknown) => Value | undefined

const matching =
  (pattern: RegExp): Reader<string> =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? value : undefined

const integer =
  (min: number, max: number): Reader<number> =>
  (value) =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max
      ? Number(value)
      : undefined

const oneOf =
  <Name extends string>(...names: readonly Name[]): Reader<Name> =>
  (value) =>
    names.find((name) => name === value)

const orNull =
  <Value>(read: Reader<Value>): Reader<Value | null> =>
  (value) =>
    value === null ? null : read(value)

const listOf =
  <Value>(read: Reader<Value>, max: number): Reader<Value[]> =>
  (value) => {
    if (!Array.isArray(value) || value.length > max) return undefined
    const items = value.map(read)
    return items.every((item) => item !== undefined) ? items : undefined
  }

/** An object with exactly these fields. */
const fields =
  <Value extends object>(readers: { [Name in keyof Value]: Reader<Value[Name]> }): Reader<Value> =>
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    const names = Object.keys(readers)
    if (Object.keys(value).length !== names.length) return undefined
    const read: Partial<Value> = {}
    for (const name in readers) {
      if (!Object.hasOwn(value, name)) return undefined
      const field = readers[name](Reflect.get(value, name))
      if (field === undefined) return undefined
      read[name] = field
    }
    const isComplete = (found: Partial<Value>): found is Value =>
      Object.keys(found).length === names.length
    return isComplete(read) ? read : undefined
  }

const VERSION: Reader<1> = (value) => (value === FORMAT_VERSION ? FORMAT_VERSION : undefined)
/** An instant that exists: no 30 February, no 24:00, no leap second, no year 0. */
const INSTANT: Reader<string> = (value) => {
  const text = matching(/^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)(value)
  const time = Date.parse(text ?? '')
  return !Number.isNaN(time) && new Date(time).toISOString() === text ? text : undefined
}
const HASH = matching(/^[0-9a-f]{64}$/)
const INT32 = integer(-2_147_483_648, 2_147_483_647)
const SIZE = integer(1, 2_147_483_647)

const signed = {
  key: matching(/^[0-9a-f]{16}$/),
  signature: matching(/^[0-9a-f]{128}$/),
}

const PRICE = matching(/^(?:0|[1-9]\d{0,11})(?:\.\d{1,12})?$/)

const EVIDENCE = fields<NonNullable<SignedEvidence['reference']>>({
  price: PRICE,
  // Characters that JSON never escapes.
  exchange: matching(/^[ !#-[\]-~]{1,64}$/),
  candleTime: INSTANT,
  readAt: INSTANT,
})

const vote = {
  voteId: integer(1, Number.MAX_SAFE_INTEGER),
  target: INSTANT,
  author: matching(/^[0-9A-Z]{6}$/),
  direction: oneOf('up', 'steady', 'down', 'unknown'),
  hit: INT32,
  miss: INT32,
  offerVersion: INT32,
  carried: INT32,
  time: INSTANT,
  salt: matching(/^[0-9a-f]{32}$/),
}
const FIRST_RECEIPT = fields<FirstReceipt>({ version: VERSION, ...vote, ...signed })
const LOG_RECEIPT = fields<LogReceipt>({
  version: (value) => (value === RECEIPT_VERSION ? RECEIPT_VERSION : undefined),
  ...vote,
  entryPrice: orNull(PRICE),
  vkey: (value) => (typeof value === 'string' && parseVerifierKey(value) ? value : undefined),
  signature: signed.signature,
})
const RECEIPT: Reader<Receipt> = (value) => LOG_RECEIPT(value) ?? FIRST_RECEIPT(value)

const KEY = fields<ReceiptKey>({
  id: signed.key,
  algorithm: oneOf('Ed25519'),
  publicKey: HASH,
  validFrom: INSTANT,
  validUntil: orNull(INSTANT),
})

const settled = {
  evidence: orNull(
    fields<SignedEvidence>({
      version: VERSION,
      target: INSTANT,
      outcome: oneOf('up', 'steady', 'down', 'void'),
      reference: orNull(EVIDENCE),
      settlement: orNull(EVIDENCE),
      ...signed,
    }),
  ),
  points: orNull(INT32),
  keys: listOf(KEY, 1000),
}

const TREE_FILE = fields<TreeReceiptFile>({
  receipt: FIRST_RECEIPT,
  inclusion: orNull(
    fields<Inclusion>({
      leaf: HASH,
      index: integer(0, 2_147_483_646),
      path: listOf(HASH, 31),
    }),
  ),
  root: orNull(
    fields<SignedRoot>({
      version: VERSION,
      target: INSTANT,
      size: SIZE,
      root: HASH,
      time: INSTANT,
      ...signed,
    }),
  ),
  ...settled,
})
const LOG_FILE = fields<LogReceiptFile>({
  receipt: RECEIPT,
  tlogProof: orNull((value) =>
    typeof value === 'string' && parseTlogProof(value) ? value : undefined,
  ),
  ...settled,
})
const FILE: Reader<ReceiptFile> = (value) => LOG_FILE(value) ?? TREE_FILE(value)

/** Reads a receipt as the API sends it; null when it is malformed or has other fields. */
export const readReceipt = (value: unknown): Receipt | null => RECEIPT(value) ?? null

/** Reads the content of `receipt.json`; null when it is malformed or has other fields. */
export const readReceiptFile = (value: unknown): ReceiptFile | null => FILE(value) ?? null

/** Reads `/.well-known/tidemark-keys.json`; null when it is malformed. */
export const readKeys = (value: unknown): ReceiptKey[] | null =>
  fields<{ keys: ReceiptKey[] }>({ keys: listOf(KEY, 1000) })(value)?.keys ?? null

/** Name and verifier keys of a log. */
interface Policy {
  origin: string
  vkeys: string[]
  witnesses: VerifierKey[]
}

/** Reads `/.well-known/tidemark-log.json`; null when it is malformed. */
export function readPolicy(value: unknown): Policy | null {
  const text: Reader<string> = (item) => (typeof item === 'string' ? item : undefined)
  const vkey: Reader<VerifierKey> = (item) =>
    (typeof item === 'string' && parseVerifierKey(item)) || undefined
  const read = fields<Policy>({
    origin: text,
    vkeys: listOf(text, 1000),
    witnesses: listOf(vkey, 1000),
  })
  return read(value) ?? null
}

/** Reads the text of `receipt.json`; null when it is malformed. */
export function parseReceiptFile(text: string): ReceiptFile | null {
  try {
    return readReceiptFile(JSON.parse(text))
  } catch {
    return null
  }
}
