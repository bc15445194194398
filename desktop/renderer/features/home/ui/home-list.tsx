import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { Section } from '#desktop/renderer/components/section.tsx'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import styles from './home-list.module.css'

interface HomeListProps<Item> {
  heading: string
  empty: string
  query: UseQueryResult<Item[]>
  /** One row, given its place from 1; its key is the item's id. */
  row: (item: Item, place: number) => ReactNode
}

/** A list of the home screen in each of its states: loading, failed, empty, filled. */
export function HomeList<Item extends { id: number }>(props: HomeListProps<Item>) {
  const { heading, empty, query, row } = props
  const { t } = useLanguage()
  const { data, isPending } = query
  return (
    <Section heading={heading}>
      {isPending && <Loading text={t('state.loading')} />}
      {!isPending && !data && <LoadFailure error={query.error} onRetry={query.refetch} />}
      {data?.length === 0 && <p className={styles.empty}>{empty}</p>}
      {data && data.length > 0 && (
        <ol className={styles.list}>
          {data.map((item, index) => (
            <li key={item.id}>{row(item, index + 1)}</li>
          ))}
        </ol>
      )}
    </Section>
  )
}
