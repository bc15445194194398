import { Elysia } from 'elysia'
import type { Quota } from '#api/infrastructure/http/limits.ts'
import type { Guard } from '#api/modules/auth/guard.ts'
import { ACCESS_REFUSALS, READ_REFUSALS } from '#shared/contract/errors.ts'
import { AdminOverview } from '#shared/contract/overview.ts'
import type { OverviewService } from './overview.ts'

export const OVERVIEW_QUOTA: Quota = { action: 'overview', user: 60, address: 240 }

/** The operator's overview over HTTP. */
export function adminRoutes({ overview, guard }: { overview: OverviewService; guard: Guard }) {
  return new Elysia({ name: 'admin', tags: ['moderation'] }).use(guard).get(
    '/admin/overview',
    async (context) => {
      await context.requireAdmin(context.user.id)
      return overview.get()
    },
    {
      signedIn: true,
      limit: OVERVIEW_QUOTA,
      response: { 200: AdminOverview, ...READ_REFUSALS, ...ACCESS_REFUSALS },
    },
  )
}
