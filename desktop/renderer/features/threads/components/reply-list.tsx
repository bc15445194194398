import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import { Empty } from '#desktop/renderer/components/empty.tsx'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { useIsMarkup } from '#desktop/renderer/components/use-is-markup.ts'
import { useReplies } from '#desktop/renderer/features/threads/api.ts'
import type { ThreadPlace } from '#desktop/renderer/features/threads/thread-place.ts'
import type { ThreadSubject } from '#desktop/renderer/features/threads/thread-subject.ts'
import { useLiveThread } from '#desktop/renderer/features/threads/use-live-thread.ts'
import { useNewestReply } from '#desktop/renderer/features/threads/use-newest-reply.ts'
import { useShownReplies } from '#desktop/renderer/features/threads/use-shown-replies.ts'
import { useLanguage, useLinkState, useTexts } from '#desktop/renderer/platform/services.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import { isDown } from '#desktop/shared/market-state.ts'
import type { Reply, ReplyPage } from '#shared/contract/replies.ts'
import { repliesTexts } from '#shared/i18n/screens/replies.ts'
import styles from './reply-list.module.css'
import { ReplyRow } from './reply-row.tsx'
import { ThreadLock } from './thread-lock.tsx'

/** Actions of the list for the composer. */
export interface ReplyListHandle {
  /** Fetches a new reply of the reader's own; false where it is not in this list. */
  reveal(id: number): Promise<boolean>
}

interface ReplyListProps {
  subject: ThreadSubject
  place: ThreadPlace
  /** Query that shows a reply. */
  addressOf: (id: number) => string
  /** Null where nobody can reply. */
  onAnswer: ((reply: Reply) => void) | null
  /** Called with the newest page after each change of it. */
  onPage: (page: ReplyPage) => void
  ref: Ref<ReplyListHandle>
}

/** Whether replies come behind the fetched pages. */
const hasMore = (fetched: { pages: readonly ReplyPage[] } | undefined): boolean =>
  typeof fetched?.pages.at(-1)?.next === 'string'

/** The pages of a thread with what is before, behind and new. */
export function ReplyList(props: ReplyListProps) {
  const { subject, place, addressOf, onAnswer, onPage, ref } = props
  const t = useTexts(repliesTexts)
  const { format } = useLanguage()
  const end = useRef<HTMLDivElement>(null)
  const { from, order, settle, startAt } = useOrder(place)
  const query = useReplies(subject.thread, order)
  const toNewest = useNewestReply(subject.thread, order, startAt)
  const { data, error, refetch, fetchNextPage, hasNextPage, hasPreviousPage } = query
  const fetched = data?.pages.flatMap((page) => page.replies)
  const { shown, waiting, showAll } = useShownReplies(fetched, end, from)
  settle(shown)
  const isStale = isDown(useLinkState())
  const isMarkup = useIsMarkup()
  const newest = data?.pages.at(-1)

  useEffect(() => {
    if (newest) onPage(newest)
  })
  useLiveThread(subject.thread, data?.pages.length ?? 1, async () => {
    const wasFetching = query.isFetching
    let fresh = await refetch({ cancelRefetch: false })
    // A fetch in progress may have begun before the change.
    if (wasFetching) fresh = await refetch()
    if (!hasNextPage && hasMore(fresh.data)) await fetchNextPage()
  })

  useImperativeHandle(ref, () => ({
    async reveal(id) {
      const isIn = (fresh: typeof data) =>
        fresh?.pages.some((page) => page.replies.some((reply) => reply.id === id)) === true
      showAll()
      let { data: fresh } = await refetch()
      if (!isIn(fresh) && !hasNextPage && hasMore(fresh)) {
        showAll()
        fresh = (await fetchNextPage()).data
      }
      return isIn(fresh)
    },
  }))

  if (error instanceof ApiFailure && error.code === 'READING_LOCKS') {
    return <ThreadLock thread={subject.thread} order={order} />
  }
  if (!data && error) {
    return <LoadFailure lead={t('thread.failed')} error={error} onRetry={() => void refetch()} />
  }
  if (!data) {
    return (
      <div className={styles.loading}>
        {isMarkup ? (
          <noscript>{t('thread.needsScript')}</noscript>
        ) : (
          <Loading text={t('thread.loading')} />
        )}
      </div>
    )
  }
  return (
    <>
      {hasPreviousPage && (
        <Button
          kind="plain"
          aria-disabled={query.isFetchingPreviousPage || undefined}
          onClick={() => {
            showAll()
            void query.fetchPreviousPage()
          }}
        >
          {t(query.isFetchingPreviousPage ? 'thread.loading' : 'thread.earlier')}
        </Button>
      )}
      {shown.length === 0 ? (
        <Empty text={t(emptyText(place, subject, from !== null && hasPreviousPage))} />
      ) : (
        <ol className={styles.replies}>
          {shown.map((reply) => (
            <ReplyRow
              key={reply.id}
              subject={subject}
              reply={reply}
              isCurrent={reply.id === place.reply}
              addressOf={addressOf}
              onAnswer={onAnswer}
            />
          ))}
        </ol>
      )}
      <div ref={end} />
      {waiting.length > 0 && (
        <div className={styles.waiting}>
          <Button kind="primary" onClick={showAll}>
            {waiting.length === 1
              ? t('thread.newOne')
              : t('thread.newMany', { count: format.count(waiting.length) })}
          </Button>
        </div>
      )}
      {hasNextPage && (
        <div className={styles.behind}>
          <Button
            kind="plain"
            aria-disabled={query.isFetchingNextPage || undefined}
            onClick={() => {
              showAll()
              void query.fetchNextPage()
            }}
          >
            {t(query.isFetchingNextPage ? 'thread.loading' : 'thread.more')}
          </Button>
          {place.sort === 'oldest' && (
            <Button
              kind="plain"
              aria-disabled={toNewest.isPending || undefined}
              onClick={toNewest.showNewest}
            >
              {t('thread.newest')}
            </Button>
          )}
        </div>
      )}
      {error ? (
        <LoadFailure lead={t('thread.failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        isStale && <p className={styles.stale}>{t('thread.stale')}</p>
      )}
    </>
  )
}

function emptyText({ filter }: ThreadPlace, { takesReplies }: ThreadSubject, isBehind: boolean) {
  if (isBehind) return 'thread.notHere' as const
  if (filter === 'called') return 'thread.emptyCalled' as const
  if (filter === 'other') return 'thread.emptyOther' as const
  return takesReplies ? ('thread.empty' as const) : ('thread.emptyClosed' as const)
}

/**
 * The order of the fetches. A link to a reply that is on the screen only leads there; another one starts the
 * pages anew.
 */
function useOrder({ sort, filter, reply }: ThreadPlace) {
  const [from, setFrom] = useState(reply)
  const [seen, setSeen] = useState(reply)
  return {
    from,
    order: { sort, filter, from },
    /** Starts the pages anew; an address that names a reply keeps it until it names another. */
    startAt: setFrom,
    settle(shown: readonly Reply[]) {
      if (seen === reply) return
      setSeen(reply)
      if (reply !== null && !shown.some(({ id }) => id === reply)) setFrom(reply)
    },
  }
}
