import { Elysia } from 'elysia'
import type { Quota } from '#api/infrastructure/http/limits.ts'
import type { Guard } from '#api/modules/auth/guard.ts'
import { ErrorReply, READ_REFUSALS } from '#shared/contract/errors.ts'
import { SearchQuery, SearchReply } from '#shared/contract/search.ts'
import type { SearchService } from './service.ts'

export const SEARCH_QUOTA: Quota = { action: 'search', user: 30, address: 60 }

/** The search over HTTP. Replies depend on the viewer, so nothing stores them. */
export function searchRoutes({ service, guard }: { service: SearchService; guard: Guard }) {
  return new Elysia({ name: 'search', tags: ['search'] }).use(guard).get(
    '/search',
    ({ viewer, query, set }) => {
      set.headers['cache-control'] = 'no-store'
      return service.search(viewer?.id ?? null, query)
    },
    {
      viewer: true,
      limit: SEARCH_QUOTA,
      query: SearchQuery,
      response: { 200: SearchReply, 401: ErrorReply, ...READ_REFUSALS },
    },
  )
}
