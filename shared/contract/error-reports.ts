import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { REPORT_MAX } from '#shared/rules/scrub-report.ts'
import { EventLocale, EventPlatform, RoutePattern } from './events.ts'

/** An uncaught error, an unhandled rejection, a screen that failed to render, a process that ended. */
export const ERROR_KINDS = ['error', 'rejection', 'render', 'crash'] as const
export type ErrorKind = (typeof ERROR_KINDS)[number]

/** An error of a client, without account, address and content. */
export const ErrorReport = Type.Object(
  {
    kind: Type.Union(ERROR_KINDS.map((kind) => Type.Literal(kind))),
    name: Type.String({
      maxLength: REPORT_MAX.name,
      pattern: '^[A-Za-z_$][A-Za-z0-9_$.]*$',
      description: 'Class of the error',
    }),
    message: Type.String({ maxLength: REPORT_MAX.message }),
    stack: Type.String({ maxLength: REPORT_MAX.stack, description: 'Frames, newest first' }),
    route: RoutePattern,
    platform: EventPlatform,
    version: Type.String({ maxLength: 40, pattern: '^[A-Za-z0-9.+-]+$' }),
    locale: Type.Optional(EventLocale),
  },
  { additionalProperties: false },
)
export type ErrorReport = Static<typeof ErrorReport>

export const ErrorReportsBody = Type.Object(
  { reports: Type.Array(ErrorReport, { minItems: 1, maxItems: 5 }) },
  { additionalProperties: false },
)
