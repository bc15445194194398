import { Elysia } from 'elysia'
import type { Guard } from '#api/modules/auth/guard.ts'
import type { RecentSignIn } from '#api/modules/auth/recent-sign-in.ts'
import {
  AccountSessions,
  DeleteAccountBody,
  EndedSessions,
  EndSessionsBody,
  ExportQuery,
  SessionParams,
} from '#shared/contract/account.ts'
import { AccountExport } from '#shared/contract/account-export.ts'
import { Done } from '#shared/contract/common.ts'
import {
  ACCESS_REFUSALS,
  BODY_REFUSALS,
  ErrorReply,
  READ_REFUSALS,
} from '#shared/contract/errors.ts'
import { ACCOUNT_QUOTA, EXPORT_QUOTA } from './quotas.ts'
import type { AccountService } from './service.ts'

interface AccountRoutesDeps {
  service: AccountService
  recentSignIn: Pick<RecentSignIn, 'check'>
  guard: Guard
}

const read = { 401: ErrorReply, ...READ_REFUSALS }
const ended = (count: number) => ({ success: true as const, message: 'Signed out.', ended: count })

/** Sends parts as the reader takes them, so that a slow reader holds one part in memory. */
function toStream(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: async () => void (await parts.return(undefined)),
  })
}

/** The own account over HTTP: sessions, export, deletion. */
export function accountRoutes({ service, recentSignIn, guard }: AccountRoutesDeps) {
  return new Elysia({ name: 'account', prefix: '/account', tags: ['account'] })
    .use(guard)
    .get('/sessions', (context) => service.sessions(context.user), {
      signedIn: true,
      limit: ACCOUNT_QUOTA,
      response: { 200: AccountSessions, ...read },
    })
    .delete(
      '/sessions/:id',
      async (context) => {
        await service.endSession(context.user.id, context.params.id)
        return ended(1)
      },
      {
        signedIn: true,
        limit: ACCOUNT_QUOTA,
        params: SessionParams,
        response: { 200: EndedSessions, ...read, 404: ErrorReply },
      },
    )
    .post(
      '/sessions/end-others',
      async (context) => {
        return ended(await service.endSessions(context.user.id, context.user.sid))
      },
      {
        signedIn: true,
        limit: ACCOUNT_QUOTA,
        body: EndSessionsBody,
        response: { 200: EndedSessions, 401: ErrorReply, ...BODY_REFUSALS },
      },
    )
    .post(
      '/sessions/end-all',
      async (context) => {
        return ended(await service.endSessions(context.user.id, null))
      },
      {
        signedIn: true,
        limit: ACCOUNT_QUOTA,
        body: EndSessionsBody,
        response: { 200: EndedSessions, 401: ErrorReply, ...BODY_REFUSALS },
      },
    )
    .get(
      '/export',
      async (context) => {
        await recentSignIn.check(context.user)
        const { format = 'json' } = context.query
        const parts = await service.export(context.user.id, format)
        const type = format === 'json' ? 'application/json' : 'text/csv; charset=utf-8'
        return new Response(toStream(parts), {
          headers: {
            'content-type': type,
            'content-disposition': `attachment; filename="tidemark-${context.user.uniqueCode}.${format}"`,
            'cache-control': 'no-store',
          },
        })
      },
      {
        signedIn: true,
        limit: EXPORT_QUOTA,
        query: ExportQuery,
        response: { 200: AccountExport, 403: ErrorReply, ...read },
      },
    )
    .delete(
      '',
      async (context) => {
        await recentSignIn.check(context.user)
        await service.delete(context.user.id, context.body.nickname)
        return { success: true as const, message: 'The account is deleted.' }
      },
      {
        signedIn: true,
        limit: ACCOUNT_QUOTA,
        body: DeleteAccountBody,
        response: { 200: Done, ...ACCESS_REFUSALS, 409: ErrorReply, ...BODY_REFUSALS },
      },
    )
}
