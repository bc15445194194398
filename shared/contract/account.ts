import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Instant } from './common.ts'

export const SessionId = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })

export const SessionParams = Type.Object({ id: SessionId }, { additionalProperties: false })

/** A sign-in on one device. */
export const AccountSession = Type.Object({
  id: SessionId,
  device: Type.Object({
    app: Type.String({ description: 'Such as Chrome; empty when unknown' }),
    system: Type.String({ description: 'Such as Windows; empty when unknown' }),
  }),
  created: Instant,
  lastUsed: Instant,
  expires: Instant,
  current: Type.Boolean({ description: 'The session of this request' }),
})

/** Sessions that have not ended, the last used first. */
export const AccountSessions = Type.Array(AccountSession)
export type AccountSessions = Static<typeof AccountSessions>

export const EndSessionsBody = Type.Object({}, { additionalProperties: false })

export const EndedSessions = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  ended: Type.Integer({ description: 'Number of sessions that were ended' }),
})
export type EndedSessions = Static<typeof EndedSessions>

/** The own nickname, typed as confirmation. */
export const DeleteAccountBody = Type.Object(
  { nickname: Type.String({ maxLength: 200 }) },
  { additionalProperties: false },
)

export const ExportQuery = Type.Object(
  { format: Type.Optional(Type.Union([Type.Literal('json'), Type.Literal('csv')])) },
  { additionalProperties: false },
)
export type ExportFormat = NonNullable<Static<typeof ExportQuery>['format']>
