import { Link } from 'react-router-dom'
import {
  atThreadPlace,
  FILTERS,
  SORTS,
  type ThreadPlace,
} from '#desktop/renderer/features/threads/thread-place.ts'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { repliesTexts } from '#shared/i18n/screens/replies.ts'
import styles from './thread-controls.module.css'

interface ThreadControlsProps {
  query: URLSearchParams
  place: ThreadPlace
  /** Whether replies carry calls to filter by. */
  hasCalls: boolean
}

/** Filters and orders of a thread as links, so that Back restores them. */
export function ThreadControls({ query, place, hasCalls }: ThreadControlsProps) {
  const t = useTexts(repliesTexts)
  const { sort, filter } = place
  const filters = FILTERS.map((name) => ({
    text: t(`filter.${name}`),
    to: atThreadPlace(query, { sort, filter: name === 'all' ? null : name }),
    isSelected: (filter ?? 'all') === name,
  }))
  const sorts = SORTS.map((name) => ({
    text: t(`sort.${name}`),
    to: atThreadPlace(query, { sort: name, filter }),
    isSelected: sort === name,
  }))
  return (
    <div className={styles.controls}>
      {hasCalls && <Chips label={t('filter.label')} chips={filters} />}
      <Chips label={t('sort.label')} chips={sorts} />
    </div>
  )
}

interface ChipsProps {
  label: string
  chips: readonly { text: string; to: string; isSelected: boolean }[]
}

function Chips({ label, chips }: ChipsProps) {
  return (
    <nav aria-label={label}>
      <ul className={styles.chips}>
        {chips.map(({ text, to, isSelected }) => (
          <li key={text}>
            <Link
              to={{ search: to }}
              preventScrollReset
              aria-current={isSelected ? 'true' : undefined}
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
