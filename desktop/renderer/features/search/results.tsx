import { Link } from 'react-router-dom'
import { Author, Nickname } from '#desktop/renderer/components/author.tsx'
import { Button } from '#desktop/renderer/components/button.tsx'
import { Empty } from '#desktop/renderer/components/empty.tsx'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { useFoldTitle } from '#desktop/renderer/features/blocks/use-blocked.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { SearchItem } from '#shared/contract/search.ts'
import { searchTexts } from '#shared/i18n/screens/search.ts'
import { type Search, useSearch } from './api.ts'
import { type Result, resultOf } from './result-of.ts'
import styles from './search-page.module.css'
import { Snippet } from './snippet.tsx'

/** Results of a search, newest first, with more upon request. */
export function Results({ search }: { search: Search }) {
  const t = useTexts(searchTexts)
  const { format } = useLanguage()
  const found = useSearch(search)
  const { data, error, isPlaceholderData, hasNextPage, isFetchingNextPage } = found
  const failure = (retry: () => unknown) =>
    error && <LoadFailure error={error} lead={t('search.failed')} onRetry={() => void retry()} />
  if (!data) return failure(found.refetch) ?? <Loading text={t('search.loading')} />
  const items = data.pages.flatMap((page) => page.items)
  if (items.length === 0) return <Empty text={t('search.none', { query: search.q.trim() })} />
  return (
    <section aria-label={t('search.results')} aria-busy={isPlaceholderData}>
      <ol className={styles.results}>
        {items.map((item) => {
          const { key, ...shown } = resultOf(item, { t, format })
          return <ResultRow key={key} item={item} {...shown} />
        })}
      </ol>
      <p className="visually-hidden" role="status">
        {isPlaceholderData
          ? t('search.loading')
          : t('search.shown', { count: format.count(items.length) })}
      </p>
      {failure(found.isFetchNextPageError ? found.fetchNextPage : found.refetch)}
      {hasNextPage && !error && (
        <Button
          kind="plain"
          disabled={isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {t(isFetchingNextPage ? 'search.loading' : 'search.more')}
        </Button>
      )}
    </section>
  )
}

/** A found item; the whole row is its link. */
function ResultRow({ item, path, kind, title }: Omit<Result, 'key'> & { item: SearchItem }) {
  const t = useTexts(searchTexts)
  const { format } = useLanguage()
  const foldTitle = useFoldTitle()
  const isText = 'title' in item
  const shown = isText ? foldTitle(item, title) : { title, isFolded: false }
  return (
    <li className={styles.result}>
      <Link to={path} className={`row-link ${styles.title}`} dir="auto">
        {item.kind === 'person' ? <Nickname name={item.nickname} /> : shown.title}
      </Link>
      {'snippet' in item && item.snippet && !shown.isFolded && (
        <p className={styles.snippet} dir="auto">
          <Snippet {...item.snippet} />
        </p>
      )}
      <p className={styles.meta}>
        <span>{kind}</span>
        {item.kind === 'person' && <span>#{item.uniqueCode}</span>}
        {isText && (
          <>
            <Author {...item} />
            <time dateTime={item.created}>{format.date(Date.parse(item.created))}</time>
          </>
        )}
        {item.kind === 'note' && (
          <span>{t('item.settles', { time: format.date(Date.parse(item.targetDate)) })}</span>
        )}
      </p>
    </li>
  )
}
