import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { type Services, useServices, useUser } from '#desktop/renderer/platform/services.ts'
import { ApiFailure, dataOf } from '#desktop/shared/api-failure.ts'
import { KEYS_PATH } from '#shared/contract/endpoints.ts'
import type { ReceiptKey, VoteProof } from '#shared/contract/receipts.ts'
import { readKeys } from '#shared/rules/receipt-format.ts'
import {
  STEPS,
  signingKeys,
  type Verification,
  verifyReceipt,
} from '#shared/rules/receipt-verification.ts'
import { checkKeys, type KeyState } from './known-keys.ts'
import { storedReceipts } from './storage.ts'
import { receiptFile } from './verify.ts'

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
  receipt: {
    file: NonNullable<ReturnType<typeof receiptFile>>['file']
    /** Whether it was kept in this browser or app. */
    isStored: boolean
    steps: Verification
    /** Fingerprints of the keys that signed it. */
    fingerprints: string[]
    /** Null while a step has failed: then no key is remembered. */
    keyState: KeyState | null
  } | null
}

async function verify(services: Services, id: number, userId: number): Promise<VerifiedProof> {
  const { api, platform } = services
  const [proof, keys] = await Promise.all([
    dataOf(api.votes({ id }).proof.get()),
    fetchKeys(services),
  ])
  const found = receiptFile(proof, storedReceipts(platform.preferences, userId, id), keys)
  if (!found) return { proof, receipt: null }
  const steps = await verifyReceipt(found.file)
  const fingerprints = signingKeys(found.file)
  const hasFailed = STEPS.some((step) => steps[step] === 'failed')
  const keyState = hasFailed ? null : checkKeys(platform.preferences, fingerprints)
  return { proof, receipt: { ...found, steps, fingerprints, keyState } }
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
