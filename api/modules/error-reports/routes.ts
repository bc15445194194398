import { Elysia } from 'elysia'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { Quota } from '#api/infrastructure/http/limits.ts'
import { optsOut } from '#api/infrastructure/http/opts-out.ts'
import type { Guard } from '#api/modules/auth/guard.ts'
import { Done } from '#shared/contract/common.ts'
import { ErrorReportsBody } from '#shared/contract/error-reports.ts'
import { BODY_REFUSALS, ErrorReply } from '#shared/contract/errors.ts'
import type { ErrorReportsService } from './service.ts'

export const ERROR_REPORTS_QUOTA: Quota = { action: 'error_reports', address: 20 }

interface ErrorReportsRoutesDeps {
  service: ErrorReportsService
  /** Without it the operator wants no reports. */
  isOn: boolean
  guard: Guard
}

/** Errors of clients over HTTP. Neither account nor address of the sender is read. */
export function errorReportsRoutes({ service, isOn, guard }: ErrorReportsRoutesDeps) {
  return new Elysia({ name: 'error-reports', tags: ['events'] }).use(guard).post(
    '/error-reports',
    ({ request, body }) => {
      if (!isOn) throw new ApiError('NOT_FOUND')
      if (!optsOut(request.headers)) body.reports.forEach(service.record)
      return { success: true as const, message: 'Recorded.' }
    },
    {
      limit: ERROR_REPORTS_QUOTA,
      body: ErrorReportsBody,
      response: { 200: Done, 404: ErrorReply, ...BODY_REFUSALS },
    },
  )
}
