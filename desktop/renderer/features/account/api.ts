import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { removeSeenVotes } from '#desktop/renderer/features/own-votes/settled-votes.ts'
import { removeReceipts } from '#desktop/renderer/features/receipts/storage.ts'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { type Services, useServices, useUser } from '#desktop/renderer/platform/services.ts'
import { createApiClient } from '#desktop/shared/api-client.ts'
import { ApiFailure, dataOf } from '#desktop/shared/api-failure.ts'
import type { ExportFormat } from '#shared/contract/account.ts'
import { API_PREFIX } from '#shared/contract/common.ts'

const sessionsQuery = ({ api, session }: Pick<Services, 'api' | 'session'>, userId: number) =>
  queryOptions({
    queryKey: queryKeys.sessions(userId),
    queryFn: () => dataOf(api.account.sessions.get()),
    enabled: () => session.isUser(userId),
    staleTime: 0,
  })

/** The user's sessions that have not ended. */
export const useSessions = (userId: number) => useQuery(sessionsQuery(useServices(), userId))

/** The user's ways to sign in, the first one first. */
export function useIdentities(userId: number) {
  const { api, session } = useServices()
  return useQuery(
    queryOptions({
      queryKey: queryKeys.identities(userId),
      queryFn: () => dataOf(api.account.identities.get()),
      enabled: () => session.isUser(userId),
      staleTime: 0,
    }),
  )
}

/** Removes a way to sign in. Fails with ApiFailure. */
export function useUnlinkIdentity(userId: number) {
  const { api, queries } = useServices()
  return useMutation({
    mutationFn: (id: number) => dataOf(api.account.identities({ id }).delete()),
    // Its sessions ended; one that is gone already leaves the list too.
    onSettled: () =>
      Promise.all(
        [queryKeys.identities(userId), queryKeys.sessions(userId)].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  })
}

/** Ends one session, or all others. Fails with ApiFailure. */
export function useEndSession(userId: number) {
  const { api, queries } = useServices()
  return useMutation({
    mutationFn: (id: string | 'others') =>
      dataOf(
        id === 'others'
          ? api.account.sessions['end-others'].post({})
          : api.account.sessions({ id }).delete(),
      ),
    // A session that is gone already leaves the list too.
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.sessions(userId) }),
  })
}

/** Ends every session, then calls `onDone` before this one ends too. Fails with ApiFailure. */
export function useEndAllSessions(onDone: () => void) {
  const { api, session } = useServices()
  return useMutation({
    mutationFn: () => dataOf(api.account.sessions['end-all'].post({})),
    // The end of the session unmounts the section, whose own callbacks would not run any more.
    onSuccess: () => {
      onDone()
      session.end()
    },
  })
}

/** Removes the user's receipts from this browser or app. */
export function useRemoveReceipts(): () => void {
  const { platform } = useServices()
  const userId = useUser()?.id
  return () => {
    if (userId !== undefined) removeReceipts(platform.preferences, userId)
  }
}

/** Whether a call needs a repeated sign-in, which its section asks for. */
export const isRefusedUntilSignIn = (error: Error): boolean =>
  error instanceof ApiFailure && error.code === 'REAUTHENTICATE'

/** Deletes the account, then calls `onDone` before the session ends here. Fails with ApiFailure. */
export function useDeleteAccount(onDone: () => void) {
  const { session, queries, platform, fetch } = useServices()
  const user = useUser()
  return useMutation({
    mutationFn: (nickname: string) => {
      // Without the session's signal: the page may hear of the ended session first, which aborts all else.
      const { account } = createApiClient({ origin: platform.apiOrigin, fetcher: fetch })
      return dataOf(account.delete({ nickname }))
    },
    onMutate: () => user?.id,
    onSuccess: (_reply, _nickname, userId) => {
      if (userId !== undefined) {
        removeReceipts(platform.preferences, userId)
        removeSeenVotes(platform.preferences, userId)
      }
      onDone()
      session.end()
      queries.invalidateQueries()
    },
  })
}

/** A parsed download is an object again, so it is fetched apart from the typed client. */
async function fetchExport(
  { platform, fetch }: Pick<Services, 'platform' | 'fetch'>,
  format: ExportFormat,
): Promise<Blob> {
  let reply: Response
  try {
    reply = await fetch(`${platform.apiOrigin}${API_PREFIX}/account/export?format=${format}`)
    if (reply.ok) return await reply.blob()
  } catch {
    throw new ApiFailure(0, 'UNREACHABLE', 'The server cannot be reached.')
  }
  const body: unknown = await reply.json().catch(() => null)
  const code = typeof body === 'object' && body && 'code' in body ? String(body.code) : 'INTERNAL'
  throw new ApiFailure(reply.status, code, '')
}

function save(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The browser has read the address when the click returns; the delay is for older ones.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Downloads the user's data as a file. Fails with ApiFailure. */
export function useExport(onError: (error: Error) => void) {
  const services = useServices()
  return useMutation({
    mutationFn: async ({ format, uniqueCode }: { format: ExportFormat; uniqueCode: string }) =>
      save(await fetchExport(services, format), `tidemark-${uniqueCode}.${format}`),
    onError,
  })
}
