import { useQuery } from '@tanstack/react-query'
import type { Preferences } from '#desktop/renderer/platform/platform.ts'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { type Services, useServices, useUser } from '#desktop/renderer/platform/services.ts'
import { ApiFailure, dataOf } from '#desktop/shared/api-failure.ts'
import { KEYS_PATH } from '#shared/contract/endpoints.ts'
import type { ReceiptKey, VoteProof } from '#shared/contract/receipts.ts'
import { type FoundReceipt, findReceipt } from '#shared/rules/kept-receipt.ts'
import { type LogReceiptFile, readKeys } from '#shared/rules/receipt-format.ts'
import {
  STEPS,
  signingKeys,
  type Verification,
  verifyReceipt,
} from '#shared/rules/receipt-verification.ts'
import { storedReceipts } from './storage.ts'

type Store = Pick<Preferences, 'read' | 'write'>

const NAME = 'receipt-keys'

const knownKeys = (store: Store) => (store.read(NAME) ?? '').split('\n').filter(Boolean)

/** Remembers fingerprints of keys as the site's in this browser or app. */
export function rememberKeys(store: Store, fingerprints: readonly string[]): void {
  store.write(NAME, [...new Set([...knownKeys(store), ...fingerprints])].join('\n'))
}

/** `first`: no key was seen before, and these are remembered. `unknown`: another one was. */
export type KeyState = 'first' | 'known' | 'unknown'

/** Whether the keys that signed a receipt are those that this browser or app saw before. */
export function checkKeys(store: Store, fingerprints: readonly string[]): KeyState {
  const known = knownKeys(store)
  if (known.length > 0)
    return fingerprints.every((each) => known.includes(each)) ? 'known' : 'unknown'
  rememberKeys(store, fingerprints)
  return 'first'
}

/** The keys are not below the prefix of the API, so they are fetched apart from the typed client. */
async function fetchKeys({ platform }: Pick<Services, 'platform'>): Promise<ReceiptKey[]> {
  let reply: Response
  try {
    reply = await fetch(`${platform.apiOrigin}${KEYS_PATH}`)
  } catch (error) {
    throw new ApiFailure(0, 'UNREACHABLE', String(error))
  }
  const keys = reply.ok ? readKeys(await reply.json()) : null
  if (!keys) throw new ApiFailure(reply.status, 'INTERNAL', 'The keys could not be read.')
  return keys
}

/** A vote's proof, and the verification of its receipt if the user has one. */
export interface VerifiedProof {
  proof: VoteProof
  receipt:
    | (FoundReceipt & {
        file: LogReceiptFile
        verification: Verification
        /** Fingerprints of the keys that signed it. */
        fingerprints: string[]
        /** Null while a step has failed: then no key is remembered. */
        keyState: KeyState | null
      })
    | null
}

async function verify(services: Services, id: number, userId: number): Promise<VerifiedProof> {
  const { api, platform } = services
  const [proof, keys] = await Promise.all([
    dataOf(api.votes({ id }).proof.get()),
    fetchKeys(services),
  ])
  const found = findReceipt(proof.receipt, storedReceipts(platform.preferences, userId, id))
  if (!found) return { proof, receipt: null }
  const { tlogProof, evidence, points } = proof
  const file = { receipt: found.receipt, tlogProof, evidence, points, keys }
  const verification = await verifyReceipt(file)
  const fingerprints = signingKeys(file)
  const hasFailed = STEPS.some((step) => verification.steps[step] === 'failed')
  const keyState = hasFailed ? null : checkKeys(platform.preferences, fingerprints)
  return { proof, receipt: { ...found, file, verification, fingerprints, keyState } }
}

/** Fetches and verifies what proves a vote; anew each time it is opened. */
export function useVerifiedProof(id: number) {
  const services = useServices()
  const userId = useUser()?.id ?? 0
  return useQuery({
    queryKey: queryKeys.votes.proof(id, userId),
    queryFn: () => verify(services, id, userId),
    gcTime: 0,
    staleTime: 0,
  })
}
