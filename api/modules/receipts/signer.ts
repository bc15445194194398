import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import type { Receipt, SignedEvidence } from '#shared/contract/receipts.ts'
import type { TreeHead } from '#shared/rules/log/tree-proofs.ts'
import { formatVerifierKey, KEY_TYPES, verifierKey } from '#shared/rules/log/verifier-key.ts'
import {
  type EvidencePayload,
  evidenceText,
  type ReceiptPayload,
  receiptText,
} from '#shared/rules/receipt.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import type { ReceiptKeyStore } from './key-store.ts'
import { signCheckpoint } from './log/sign-checkpoint.ts'
import { type SigningKey, signingKeyOf, signText } from './signing-key.ts'

/** A replaced key signs until every instance has the new one. */
const OVERLAP_MS = DAY_MS

/** Signs with the key of the moment. Synchronous: about 12 µs a signature. */
export interface ReceiptSigner {
  receipt(payload: ReceiptPayload): Receipt
  evidence(payload: EvidencePayload): SignedEvidence
  /** Signs a checkpoint of the log at `now` (epoch ms). @returns the signed note */
  checkpoint(head: TreeHead, now: number): string
}

interface SignerDeps {
  store: ReceiptKeyStore
  clock: Clock
  log: Pick<Log, 'error' | 'info'>
  bus: Pick<AppEventBus, 'onInvalidateAll'>
  /** Whether an unknown key is refused once there is another: only a rotation may bring one. */
  isProduction: boolean
  /** Reads the secret, anew after each rotation. */
  readSecret: () => string
  /** Name of the log, such as `tidemark.example/calls`. */
  origin: string
}

/** Signs with the key that `present` returns; `origin` is the name of the log. */
export function signWith(present: () => SigningKey, origin: string): ReceiptSigner {
  let last = { key: '', vkey: '' }
  const vkeyOf = ({ id, publicKey }: SigningKey) => {
    if (last.key === id) return last.vkey
    const vkey = formatVerifierKey(verifierKey(origin, KEY_TYPES.note, publicKey))
    last = { key: id, vkey }
    return vkey
  }
  return {
    receipt: (payload) => {
      const { signature, key } = signText(present(), 'receipt', receiptText(payload))
      if (payload.version === 1) return { ...payload, key, signature }
      return { ...payload, vkey: vkeyOf(present()), signature }
    },
    evidence: (payload) => ({
      ...payload,
      ...signText(present(), 'evidence', evidenceText(payload)),
    }),
    checkpoint: (head, now) => signCheckpoint(present(), origin, head, now),
  }
}

/** @throws Error when the key may not sign for this database */
async function admit(
  key: SigningKey,
  deps: Omit<SignerDeps, 'readSecret' | 'origin'>,
): Promise<void> {
  const { store, clock, isProduction } = deps
  const known = await store.list()
  const own = known.find(({ id }) => id === key.id)
  const now = clock.now()
  if (!own && known.length > 0 && isProduction) {
    throw new Error(
      `The receipts of this database are signed by another key than ${key.id}: set RECEIPT_KEY or ` +
        'restore DATA_DIR/receipt-key, or run `npm run admin -- rotate-receipt-key`.',
    )
  }
  if (own?.validUntil != null && isProduction && own.validUntil <= now) {
    throw new Error(
      `The receipt key ${key.id} was replaced: set RECEIPT_KEY to the present one, or copy ` +
        'DATA_DIR/receipt-key from an instance that has it.',
    )
  }
  if (!own) await store.register(key, now, now + OVERLAP_MS)
  else if (own.validUntil !== null && !isProduction) await store.reopen(key.id)
}

/** Loads the key, registers its public half, and loads it again after a rotation. */
export async function createReceiptSigner(deps: SignerDeps): Promise<ReceiptSigner> {
  const { bus, log, readSecret } = deps
  let key = signingKeyOf(readSecret())
  await admit(key, deps)
  const reload = async () => {
    const next = signingKeyOf(readSecret())
    if (next.id === key.id) return
    await admit(next, deps)
    key = next
    log.info({ key: key.id }, 'receipts are signed by another key')
  }
  bus.onInvalidateAll(() => {
    reload().catch((error: unknown) => log.error({ err: error }, 'the receipt key was not loaded'))
  })
  return signWith(() => key, deps.origin)
}

/** Makes the key of `secret` the one that signs. @returns false when it was known before */
export async function rotateReceiptKey(
  store: ReceiptKeyStore,
  secret: string,
  now: number,
): Promise<string | null> {
  const key = signingKeyOf(secret)
  const known = await store.list()
  if (known.some(({ id }) => id === key.id)) return null
  await store.register(key, now, now + OVERLAP_MS)
  return key.id
}
