import { Link } from 'react-router-dom'
import {
  atPlace,
  type ListFilter,
  VOTE_FILTERS,
} from '#desktop/renderer/features/votes/list-filter.ts'
import { useVoteText } from '#desktop/renderer/features/votes/use-vote-text.ts'
import styles from './vote-filters.module.css'

interface VoteFiltersProps {
  /** Path of the screen. */
  path: string
  selected: ListFilter
}

/** The filters of the list as links, so that Back restores them. */
export function VoteFilters({ path, selected }: VoteFiltersProps) {
  const { t } = useVoteText()
  return (
    <nav aria-label={t('filter.label')}>
      <ul className={styles.chips}>
        {VOTE_FILTERS.map((filter) => (
          <li key={filter}>
            <Link
              to={atPlace(path, { filter, page: 1 })}
              preventScrollReset
              aria-current={filter === selected ? 'true' : undefined}
            >
              {t(`filter.${filter}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
