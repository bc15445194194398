import { Elysia } from 'elysia'
import { ApiError } from '#api/infrastructure/errors.ts'
import { type Quota, READ_QUOTA } from '#api/infrastructure/http/limits.ts'
import type { Guard } from '#api/modules/auth/guard.ts'
import { Done, IdParams, PageQuery } from '#shared/contract/common.ts'
import {
  ACCESS_REFUSALS,
  BODY_REFUSALS,
  ErrorReply,
  READ_REFUSALS,
} from '#shared/contract/errors.ts'
import {
  ActBody,
  AppealBody,
  AppealDecisionBody,
  CaseDetail,
  CaseList,
  CasesQuery,
  Modlog,
  OpenAppeals,
  OwnActs,
  ReportBody,
} from '#shared/contract/moderation.ts'
import type { ActStore } from './act-store.ts'
import type { AppealsService } from './appeals.ts'
import type { CaseStore } from './case-store.ts'
import type { ReportsService } from './reports.ts'
import type { ModerationService } from './service.ts'

export const REPORT_QUOTA: Quota = { action: 'report', user: 5, address: 60 }

export const MODERATION_QUOTA: Quota = { action: 'moderation', user: 240, address: 600 }

const read = { ...READ_REFUSALS, ...ACCESS_REFUSALS }
const written = { ...BODY_REFUSALS, ...ACCESS_REFUSALS, 404: ErrorReply, 409: ErrorReply }

interface ModerationRoutesDeps {
  reports: ReportsService
  moderation: ModerationService
  appeals: AppealsService
  cases: CaseStore
  acts: ActStore
  guard: Guard
}

const done = (message: string) => ({ success: true as const, message })

/** Reports, moderation, appeals and the public log over HTTP. */
export function moderationRoutes(deps: ModerationRoutesDeps) {
  const { reports, moderation, appeals, cases, acts, guard } = deps

  return new Elysia({ name: 'moderation', tags: ['moderation'] })
    .use(guard)
    .post(
      '/reports',
      async (context) => {
        await reports.create(context.user.id, context.body)
        return done('Reported. Thank you.')
      },
      {
        signedIn: true,
        limit: REPORT_QUOTA,
        body: ReportBody,
        response: { 200: Done, ...written },
      },
    )
    .get('/modlog', (context) => acts.modlog(context.query.page ?? 1), {
      limit: READ_QUOTA,
      query: PageQuery,
      response: { 200: Modlog, ...READ_REFUSALS },
    })
    .get(
      '/moderation/cases',
      async (context) => {
        await context.requireAdmin(context.user.id)
        return cases.list(context.query.state ?? 'open', context.query.page ?? 1)
      },
      {
        signedIn: true,
        limit: MODERATION_QUOTA,
        query: CasesQuery,
        response: { 200: CaseList, ...read },
      },
    )
    .get(
      '/moderation/cases/:id',
      async (context) => {
        await context.requireAdmin(context.user.id)
        const found = await cases.get(context.params.id, context.user.id)
        if (!found) throw new ApiError('NOT_FOUND')
        return found
      },
      {
        signedIn: true,
        limit: MODERATION_QUOTA,
        params: IdParams,
        response: { 200: CaseDetail, ...read, 404: ErrorReply },
      },
    )
    .post(
      '/moderation/acts',
      async (context) => {
        await moderation.act({ source: 'moderator', id: context.user.id }, context.body)
        return done('Done.')
      },
      {
        signedIn: true,
        limit: MODERATION_QUOTA,
        body: ActBody,
        response: { 200: Done, ...written },
      },
    )
    .get(
      '/moderation/appeals',
      async (context) => {
        await context.requireAdmin(context.user.id)
        return acts.openAppeals(context.user.id)
      },
      { signedIn: true, limit: MODERATION_QUOTA, response: { 200: OpenAppeals, ...read } },
    )
    .post(
      '/moderation/appeals/:id',
      async (context) => {
        const { user, params, body } = context
        await appeals.decide({ source: 'moderator', id: user.id }, params.id, body)
        return done('Done.')
      },
      {
        signedIn: true,
        limit: MODERATION_QUOTA,
        params: IdParams,
        body: AppealDecisionBody,
        response: { 200: Done, ...written },
      },
    )
    .get('/profile/moderation', (context) => acts.ownActs(context.user.id), {
      signedIn: true,
      limit: READ_QUOTA,
      response: { 200: OwnActs, ...read },
    })
    .post(
      '/profile/moderation/:id/appeal',
      async (context) => {
        await appeals.create(context.user.id, context.params.id, context.body.text)
        return done('Appeal received.')
      },
      {
        signedIn: true,
        limit: REPORT_QUOTA,
        params: IdParams,
        body: AppealBody,
        response: { 200: Done, ...written },
      },
    )
}
