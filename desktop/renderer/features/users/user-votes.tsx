import { Empty } from '#desktop/renderer/components/empty.tsx'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { Pagination } from '#desktop/renderer/components/pagination.tsx'
import { Section } from '#desktop/renderer/components/section.tsx'
import { onPage } from '#desktop/renderer/features/posts/list-url.ts'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { trackRecordTexts } from '#shared/i18n/screens/track-record.ts'
import { userPath } from '#shared/rules/paths.ts'
import { useUserVotes } from './api.ts'
import { VoteRows } from './vote-rows.tsx'

/** Somebody's calls, newest first; notes stay behind their gate. */
export function UserVotes({ code, page }: { code: string; page: number }) {
  const t = useTexts(trackRecordTexts)
  const { data, error, isPending, isPlaceholderData, refetch } = useUserVotes(code, page)
  return (
    <Section heading={t('calls.heading')}>
      {isPending && <Loading text={t('loading')} />}
      {!data && error && <LoadFailure error={error} onRetry={refetch} />}
      {data?.posts.length === 0 && (
        <Empty text={t(page === 1 ? 'calls.empty' : 'calls.emptyPage')} />
      )}
      {data && data.posts.length > 0 && (
        <VoteRows
          votes={data.posts}
          noteOf={({ contentExist }) => contentExist === 1 && t('calls.note')}
          isBusy={isPlaceholderData}
        />
      )}
      {data && (
        <Pagination
          label={t('calls.pages')}
          current={page}
          total={data.pagination.totalPages}
          to={(number) => onPage(userPath(code), number)}
        />
      )}
    </Section>
  )
}
