import type { Static } from '@sinclair/typebox'
import { useMutation } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { type Services, useServices } from '#desktop/renderer/platform/services.ts'
import { type Reply as ApiReply, dataOf } from '#desktop/shared/api-failure.ts'
import { API_PREFIX } from '#shared/contract/common.ts'
import type { FollowBody } from '#shared/contract/replies.ts'
import type { ThreadFollow, ThreadKey } from '#shared/contract/thread.ts'
import { patchPages, type ThreadOf } from './api.ts'

/** Saves a choice. The typed client would take `post` in the path for a method. */
async function putFollow(
  { platform, session, fetch }: Services,
  { target, id }: ThreadKey,
  follow: ThreadFollow,
): Promise<ApiReply<object>> {
  const body: Static<typeof FollowBody> = { follow }
  const reply = await fetch(`${platform.apiOrigin}${API_PREFIX}/threads/${target}/${id}/follow`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: session.signal(),
  })
  const { ok, status } = reply
  const value: unknown = await reply.json().catch(() => null)
  const data = ok && typeof value === 'object' ? value : null
  return { data, error: ok ? null : { status, value }, status }
}

/** Changes whether the reader follows a thread: shown at once, and taken back where that fails. */
export function useFollowThread(thread: ThreadOf, current: ThreadFollow) {
  const services = useServices()
  const { queries } = services
  const { target, id } = thread
  const key = ['follow', target, id]
  const show = (follow: ThreadFollow) =>
    patchPages(queries, thread, (page) => ({ ...page, follow }))
  return useMutation({
    mutationKey: key,
    // One after another, so that the last choice is the one that stays.
    scope: { id: key.join(' ') },
    mutationFn: (follow: ThreadFollow) => dataOf(putFollow(services, thread, follow)),
    onMutate: async (follow) => {
      // A page on its way has the previous state.
      await queries.cancelQueries({ queryKey: queryKeys.threads.of(thread) })
      show(follow)
      return current
    },
    onError: (_error, _follow, previous) => previous && show(previous),
    onSettled: () =>
      queries.isMutating({ mutationKey: key }) === 1
        ? queries.invalidateQueries({ queryKey: queryKeys.threads.of(thread) })
        : undefined,
  })
}
