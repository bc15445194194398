import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import { saveFailureText } from '#desktop/renderer/platform/failure-text.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { repliesTexts } from '#shared/i18n/screens/replies.ts'
import { type ThreadOf, type ThreadOrder, useNewestReplies } from './api.ts'
import { holdInView } from './hold-in-view.ts'
import { atThreadPlace } from './thread-place.ts'

/**
 * Leads to the newest reply of an order by age: its page starts the list (`startAt`, by the first reply of it),
 * and the reply gets the focus.
 */
export function useNewestReply(
  thread: ThreadOf,
  order: ThreadOrder,
  startAt: (id: number) => void,
): { isPending: boolean; showNewest: () => void } {
  const t = useTexts(repliesTexts)
  const language = useLanguage()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [newest, setNewest] = useState<{ id: number } | null>(null)
  const { mutate, isPending } = useNewestReplies(thread, order)

  useEffect(() => {
    const row = newest && document.getElementById(`reply-${newest.id}`)
    if (!row) return
    row.focus({ preventScroll: true })
    return holdInView(row)
  }, [newest])

  return {
    isPending,
    showNewest: () =>
      mutate(undefined, {
        onSuccess(replies) {
          const [first, last] = [replies[0], replies.at(-1)]
          if (!first || !last) return
          startAt(first.id)
          setNewest({ id: last.id })
          // The list no longer starts with the reply that a link names.
          const search = atThreadPlace(query, order)
          if (search !== (query.size > 0 ? `?${query}` : '')) {
            navigate({ search }, { preventScrollReset: true })
          }
        },
        onError: (error) =>
          showFailure('thread', saveFailureText(language, error, t('thread.failed'))),
      }),
  }
}
