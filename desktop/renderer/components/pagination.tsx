import { Link } from 'react-router-dom'
import { pageNumbers } from './page-numbers.ts'
import styles from './pagination.module.css'

interface PaginationProps {
  /** What the pages are of, for a screen reader. */
  label: string
  current: number
  total: number
  /** Address of a page, counted from 1. */
  to: (page: number) => string
  /** The list stands below something else: choosing a page leaves the view where it is. */
  keepsScroll?: boolean
}

/** The pages of a list as links; nothing when there is only one. */
export function Pagination({ label, current, total, to, keepsScroll = false }: PaginationProps) {
  if (total <= 1) return null
  return (
    <nav className={styles.pages} aria-label={label}>
      <ul>
        {pageNumbers(current, total).map((page, index, pages) => {
          const isAfterGap = index > 0 && page - (pages[index - 1] ?? 0) > 1
          return (
            <li key={page} className={isAfterGap ? styles.afterGap : undefined}>
              <Link
                to={to(page)}
                preventScrollReset={keepsScroll}
                aria-current={page === current ? 'page' : undefined}
              >
                {page}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
