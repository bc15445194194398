import { Link } from 'react-router-dom'
import { Empty } from '#desktop/renderer/components/empty.tsx'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { Pagination } from '#desktop/renderer/components/pagination.tsx'
import { Section } from '#desktop/renderer/components/section.tsx'
import { LeveledDirection } from '#desktop/renderer/features/market/direction-mark.tsx'
import { CompactOffer } from '#desktop/renderer/features/market/offer.tsx'
import { storedOffer } from '#desktop/renderer/features/market/vote-offer.ts'
import { onPage } from '#desktop/renderer/features/posts/list-url.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { UserVote } from '#shared/contract/users.ts'
import { trackRecordTexts } from '#shared/i18n/screens/track-record.ts'
import { userPath, voteViewPath } from '#shared/rules/paths.ts'
import { useUserVotes } from './api.ts'
import styles from './user-votes.module.css'

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
        <ol className={styles.calls} aria-busy={isPlaceholderData}>
          {data.posts.map((vote) => (
            <Row key={vote.id} vote={vote} />
          ))}
        </ol>
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

function Row({ vote }: { vote: UserVote }) {
  const t = useTexts(trackRecordTexts)
  const { format } = useLanguage()
  const { id, targetTime, refPrice, voteChoice, offer, points, result, contentExist } = vote
  return (
    <li>
      <Link to={voteViewPath(id)} className={`row-link ${styles.link}`}>
        <time dateTime={targetTime}>{format.utcDay(Date.parse(targetTime))}</time>
      </Link>
      <LeveledDirection choice={voteChoice} refPrice={refPrice} />
      <CompactOffer offer={storedOffer(voteChoice, offer)} />
      <span>
        {points !== null && <b>{format.signed(points)} </b>}
        <small>{t(`calls.${result}`)}</small>
      </span>
      <small>{contentExist === 1 && t('calls.note')}</small>
    </li>
  )
}
