import type { Quota } from '#api/infrastructure/http/limits.ts'

export const LOGIN_QUOTA: Quota = { action: 'login', address: 20 }

export const FAILED_LOGIN_QUOTA: Quota = { action: 'failedLogin', address: 20 }

/** Access tokens last ten minutes. */
export const REFRESH_QUOTA: Quota = { action: 'refresh', user: 30, address: 120 }

export const FAILED_REFRESH_QUOTA: Quota = { action: 'failedRefresh', address: 120 }

/** Redirects to a provider and back; two for each sign-in. */
export const OIDC_QUOTA: Quota = { action: 'oidc', address: 120 }

/** A provider's own servers. */
export const WEBHOOK_QUOTA: Quota = { action: 'webhook', address: 600 }
