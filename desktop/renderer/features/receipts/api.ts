import { useMutation, useQuery } from '@tanstack/react-query'
import type { Preferences } from '#desktop/renderer/platform/platform.ts'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { type Services, useServices, useUser } from '#desktop/renderer/platform/services.ts'
import { ApiFailure, dataOf } from '#desktop/shared/api-failure.ts'
import { KEYS_PATH, LOG_PATHS } from '#shared/contract/endpoints.ts'
import type { ReceiptKey, VoteProof } from '#shared/contract/receipts.ts'
import { type FoundReceipt, findReceipt } from '#shared/rules/kept-receipt.ts'
import { parseVerifierKey, type VerifierKey } from '#shared/rules/log/verifier-key.ts'
import {
  type LogReceiptFile,
  parseReceiptFile,
  type ReceiptFile,
  readKeys,
  readPolicy,
} from '#shared/rules/receipt-format.ts'
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

/** Fetches JSON from a path below the origin of the API, without its prefix. Throws an ApiFailure. */
async function fetchJson({ platform }: Pick<Services, 'platform'>, path: string): Promise<unknown> {
  let reply: Response
  try {
    reply = await fetch(`${platform.apiOrigin}${path}`)
  } catch (error) {
    throw new ApiFailure(0, 'UNREACHABLE', String(error))
  }
  if (!reply.ok) throw new ApiFailure(reply.status, 'INTERNAL', `${path} was not answered.`)
  return reply.json()
}

/** Keys that verify receipts of this site. */
interface SiteKeys {
  keys: ReceiptKey[]
  /** Name of the log. */
  origin: string
  /** Verifier keys of the log, as in C2SP signed-note. */
  vkeys: string[]
  witnesses: VerifierKey[]
}

async function fetchSiteKeys(services: Pick<Services, 'platform'>): Promise<SiteKeys> {
  const [list, policy] = await Promise.all([
    fetchJson(services, KEYS_PATH),
    fetchJson(services, LOG_PATHS.policy),
  ])
  const keys = readKeys(list)
  const log = readPolicy(policy)
  if (!keys || !log) throw new ApiFailure(200, 'INTERNAL', 'The keys could not be read.')
  return { keys, ...log }
}

/** Keys of this site and its log, for display. */
export function useSiteKeys() {
  const services = useServices()
  return useQuery({
    queryKey: queryKeys.siteKeys,
    queryFn: () => fetchSiteKeys(services),
    // A page that the server renders does without.
    enabled: typeof window !== 'undefined',
  })
}

/** How a file was verified. */
export interface VerifiedFile {
  file: ReceiptFile | null
  verification: Verification
  /** Fingerprints of the keys that signed it. */
  fingerprints: string[]
  /** Null while a step has failed: then no key is remembered. `elsewhere`: it is from another site. */
  keyState: KeyState | 'elsewhere' | null
  /** Name of the log that the file is from; null for one from before the log. */
  origin: string | null
}

/** Verifies the text of a file with the keys of this site, or those in the file if it is from another one. */
async function verifyText(services: Services, text: string): Promise<VerifiedFile> {
  const site = await fetchSiteKeys(services)
  const file = parseReceiptFile(text)
  const vkey = file?.receipt.version === 2 ? parseVerifierKey(file.receipt.vkey) : null
  const origin = vkey?.name ?? null
  const isHere = origin === null || origin === site.origin
  const { keys, witnesses } = isHere ? site : {}
  const verification = await verifyReceipt(file, { keys, witnesses })
  const hasFailed = STEPS.some((step) => verification.steps[step] === 'failed')
  const fingerprints = signingKeys(file, keys)
  const stateOf = () =>
    isHere ? checkKeys(services.platform.preferences, fingerprints) : 'elsewhere'
  return { file, verification, fingerprints, keyState: hasFailed ? null : stateOf(), origin }
}

/** Reads and verifies a file that the user has chosen. */
export function useVerifyFile() {
  const services = useServices()
  return useMutation({ mutationFn: async (file: Blob) => verifyText(services, await file.text()) })
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
  const [proof, { keys, witnesses }] = await Promise.all([
    dataOf(api.votes({ id }).proof.get()),
    fetchSiteKeys(services),
  ])
  const found = findReceipt(proof.receipt, storedReceipts(platform.preferences, userId, id))
  if (!found) return { proof, receipt: null }
  const { tlogProof, evidence, points } = proof
  const file = { receipt: found.receipt, tlogProof, evidence, points, keys }
  const verification = await verifyReceipt(file, { witnesses })
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
