import { PAGE_SIZE, type Pagination } from '#shared/contract/common.ts'

/** Pages that begin within this many rows of the newest are reached by skipping rows. */
export const NEAR_ROWS = 2000

/** How to read one page of a list that grows at its front. */
export interface PagePlan {
  /** Rows to skip, counted from the newest, or from the oldest when `fromEnd`. */
  offset: number
  limit: number
  /** Read forwards from the oldest row, whose places never change: see `list_anchor`. */
  fromEnd: boolean
  pagination: Pagination
}

/** Plans page `page` (from 1) of `total` rows, newest first. Beyond the end the limit is 0. */
export function planPage(total: number, page: number): PagePlan {
  const totalPages = Math.ceil(total / PAGE_SIZE)
  const pagination = {
    currentPage: page,
    totalPages,
    totalPosts: total,
    postsPerPage: PAGE_SIZE,
  }
  const start = (page - 1) * PAGE_SIZE
  if (start >= total) return { offset: 0, limit: 0, fromEnd: false, pagination }
  const limit = Math.min(PAGE_SIZE, total - start)
  const fromEnd = start > NEAR_ROWS
  return { offset: fromEnd ? total - start - limit : start, limit, fromEnd, pagination }
}
