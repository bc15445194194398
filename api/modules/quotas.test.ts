import { expect, test } from 'bun:test'
import { createLimits, type Quota, READ_QUOTA } from '#api/infrastructure/http/limits.ts'
import { privacy } from '#shared/i18n/legal/privacy.ts'
import { ACCOUNT_QUOTA, EXPORT_QUOTA } from './account/quotas.ts'
import { OVERVIEW_QUOTA } from './admin/routes.ts'
import { LEVELS_QUOTA } from './alerts/routes.ts'
import {
  FAILED_LOGIN_QUOTA,
  FAILED_REFRESH_QUOTA,
  LOGIN_QUOTA,
  OIDC_QUOTA,
  REFRESH_QUOTA,
  WEBHOOK_QUOTA,
} from './auth/quotas.ts'
import { BLOCKS_QUOTA } from './blocks/routes.ts'
import { CONTENT_QUOTA, EDIT_QUOTA, REACTION_QUOTA } from './content/quotas.ts'
import { ERROR_REPORTS_QUOTA } from './error-reports/routes.ts'
import { EVENTS_QUOTA } from './events/routes.ts'
import { MODERATION_QUOTA, REPORT_QUOTA } from './moderation/routes.ts'
import { NOTIFICATIONS_QUOTA, TEST_QUOTA } from './notifications/routes.ts'
import { POST_QUOTA } from './posts/routes.ts'
import { NICKNAME_QUOTA } from './profile/routes.ts'
import { SEARCH_QUOTA } from './search/routes.ts'
import { FOLLOW_QUOTA, REPLY_QUOTA } from './threads/routes.ts'
import { SUGGEST_QUOTA } from './users/routes.ts'
import { DIRECTION_QUOTA, VOTE_QUOTA } from './votes/routes.ts'

/** Requests that one user of one address may send in a window. */
const ALLOWED: [Quota, number][] = [
  [LOGIN_QUOTA, 20],
  [FAILED_LOGIN_QUOTA, 20],
  [REFRESH_QUOTA, 30],
  [FAILED_REFRESH_QUOTA, 120],
  [OIDC_QUOTA, 120],
  [WEBHOOK_QUOTA, 600],
  [VOTE_QUOTA, 10],
  [DIRECTION_QUOTA, 6],
  [POST_QUOTA, 5],
  [EDIT_QUOTA, 20],
  [CONTENT_QUOTA, 256],
  [REACTION_QUOTA, 60],
  [REPLY_QUOTA, 12],
  [FOLLOW_QUOTA, 30],
  [SUGGEST_QUOTA, 60],
  [NICKNAME_QUOTA, 5],
  [REPORT_QUOTA, 5],
  [MODERATION_QUOTA, 240],
  [OVERVIEW_QUOTA, 60],
  [NOTIFICATIONS_QUOTA, 60],
  [TEST_QUOTA, 6],
  [LEVELS_QUOTA, 60],
  [BLOCKS_QUOTA, 30],
  [SEARCH_QUOTA, 30],
  [ACCOUNT_QUOTA, 20],
  [EXPORT_QUOTA, 6],
  [EVENTS_QUOTA, 60],
  [ERROR_REPORTS_QUOTA, 20],
]

test.each(ALLOWED)('%o allows a user %d requests', async (quota, allowed) => {
  const { limited } = createLimits()
  const context = { clientAddress: '203.0.113.1', set: { headers: {} } }
  for (let count = 0; count < allowed; count++) await limited(quota, context, 1)
  await expect(limited(quota, context, 1)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
})

test('no window is longer than the hour that the privacy policy names', () => {
  const windows = ALLOWED.map(([{ seconds = 60 }]) => seconds)
  expect(Math.max(...windows)).toBe(3600)
  const collected = (locale: 'en-US' | 'ko-KR') =>
    JSON.stringify(privacy.texts[locale].sections.collected)
  expect(collected('en-US')).toContain('while a page is open, and for at most an hour')
  expect(collected('ko-KR')).toContain('최대 1시간')
})

test('no two quotas count the same action', () => {
  const actions = [READ_QUOTA, ...ALLOWED.map(([quota]) => quota)].map(({ action }) => action)
  expect(new Set(actions).size).toBe(actions.length)
})
