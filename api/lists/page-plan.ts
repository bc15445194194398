import type { Pagination } from '#shared/contract/common.ts'
import { PAGE_SIZE } from '#shared/contract/common.ts'

/** How to read one page of a list that grows at its front. */
export interface PagePlan {
  /** Rows to skip, counted from the front, or from the back when `fromEnd`. */
  offset: number
  limit: number
  /** Read backwards from the oldest row: pages in the second half are nearer that way. */
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
  const fromEnd = start > total / 2
  return { offset: fromEnd ? total - start - limit : start, limit, fromEnd, pagination }
}
