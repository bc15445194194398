import { Elysia } from 'elysia'
import { type Limited, type Quota, READ_QUOTA } from '#api/infrastructure/http/limits.ts'
import type { Guard } from '#api/modules/auth/guard.ts'
import { BODY_REFUSALS, ErrorReply, READ_REFUSALS } from '#shared/contract/errors.ts'
import {
  NicknameBody,
  NicknameReply,
  OwnVotes,
  OwnVotesQuery,
  OwnWeek,
  Profile,
  WeekPicture,
  WeekPictureQuery,
  WeekQuery,
} from '#shared/contract/profile.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { ProfileService } from './service.ts'

export const NICKNAME_QUOTA: Quota = { action: 'nickname', user: 5, address: 30 }

const OWN_VOTES_DEFAULT = 10
/** Drawing takes about 100 ms of CPU. */
const PICTURE_POINTS = 10

/** Whose week it is, and what it has. */
interface WeekOf {
  nickname: string
  code: string
  week: OwnWeek
}

/** Draws the picture card of a week as PNG. */
export type DrawWeek = (of: WeekOf, locale: Locale) => Promise<Uint8Array<ArrayBuffer>>

interface ProfileRoutesDeps {
  service: ProfileService
  guard: Guard
  limited: Limited
  drawWeek: DrawWeek
}

/** The own profile over HTTP. */
export function profileRoutes({ service, guard, limited, drawWeek }: ProfileRoutesDeps) {
  return new Elysia({ name: 'profile', prefix: '/profile', tags: ['profile'] })
    .use(guard)
    .get('', (context) => service.get(context.user.id), {
      signedIn: true,
      limit: READ_QUOTA,
      response: { 200: Profile, 401: ErrorReply, ...READ_REFUSALS },
    })
    .get(
      '/votes',
      (context) => service.votes(context.user.id, context.query.limit ?? OWN_VOTES_DEFAULT),
      {
        signedIn: true,
        limit: READ_QUOTA,
        query: OwnVotesQuery,
        response: { 200: OwnVotes, 401: ErrorReply, ...READ_REFUSALS },
      },
    )
    .get('/week', (context) => service.week(context.user.id, context.query.week), {
      signedIn: true,
      limit: READ_QUOTA,
      query: WeekQuery,
      response: { 200: OwnWeek, 401: ErrorReply, 404: ErrorReply, ...READ_REFUSALS },
    })
    .get(
      '/week/picture',
      async (context) => {
        const { id, nickname, uniqueCode: code } = context.user
        await limited(READ_QUOTA, context, id, PICTURE_POINTS)
        const { week, locale = 'en-US' } = context.query
        const png = await drawWeek({ nickname, code, week: await service.week(id, week) }, locale)
        const headers = { 'content-type': 'image/png', 'cache-control': 'no-store' }
        return new Response(png, { headers })
      },
      {
        signedIn: true,
        query: WeekPictureQuery,
        response: {
          200: WeekPicture,
          401: ErrorReply,
          404: ErrorReply,
          ...READ_REFUSALS,
        },
      },
    )
    .post(
      '/update-nickname',
      async (context) => {
        // A name that is refused anyway uses up no attempt.
        service.checkName(context.body.nickname)
        await limited(NICKNAME_QUOTA, context, context.user.id)
        const accessToken = await service.rename(context.user, context.body.nickname)
        return { success: true as const, accessToken, error: null }
      },
      {
        signedIn: true,
        body: NicknameBody,
        response: { 200: NicknameReply, 401: ErrorReply, ...BODY_REFUSALS },
      },
    )
}
