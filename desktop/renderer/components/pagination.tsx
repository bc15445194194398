import { Link } from 'react-router-dom'
import styles from './pagination.module.css'

/** Up to this count all pages are shown; beyond it both ends and the neighbors of the current page. */
const MAX_WITHOUT_GAPS = 12
const NEIGHBORS = 3

/** The page numbers to show, ascending. */
export function pageNumbers(current: number, total: number): number[] {
  const all = Array.from({ length: Math.min(total, MAX_WITHOUT_GAPS) }, (_, index) => index + 1)
  if (total <= MAX_WITHOUT_GAPS) return all
  const near = Array.from({ length: 2 * NEIGHBORS + 1 }, (_, index) => current - NEIGHBORS + index)
  const pages = new Set([1, ...near.filter((page) => page >= 1 && page <= total), total])
  return [...pages].sort((one, other) => one - other)
}

interface PaginationProps {
  /** Accessible name. */
  label: string
  current: number
  total: number
  /** Path of a page, from 1. */
  to: (page: number) => string
}

/**
 * Links to the pages of a list, also on a page beyond the last; nothing on the only page. The scroll position stays,
 * so that the focused link does: lists are below other content.
 */
export function Pagination({ label, current, total, to }: PaginationProps) {
  if (total <= 1 && current === 1) return null
  return (
    <nav className={styles.pages} aria-label={label}>
      <ul>
        {pageNumbers(current, Math.max(1, total)).map((page, index, pages) => {
          const isAfterGap = index > 0 && page - (pages[index - 1] ?? 0) > 1
          return (
            <li key={page} className={isAfterGap ? styles.afterGap : undefined}>
              <Link
                to={to(page)}
                preventScrollReset
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
