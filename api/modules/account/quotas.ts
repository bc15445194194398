import type { Quota } from '#api/infrastructure/http/limits.ts'

export const ACCOUNT_QUOTA: Quota = { action: 'account', user: 20, address: 120 }

/** Per hour: exports are long. */
export const EXPORT_QUOTA: Quota = { action: 'export', user: 6, address: 60, seconds: 3600 }
