import { ApiFailure } from './api-failure.ts'

/** Why an identity was not added to the account, as far as the API's code tells. */
export type LinkFailure = 'taken' | 'limit' | 'banned' | 'providerDown' | 'failed' | 'noResponse'

const BY_CODE: Record<string, LinkFailure> = {
  IDENTITY_TAKEN: 'taken',
  IDENTITY_LIMIT: 'limit',
  BANNED: 'banned',
  PROVIDER_UNAVAILABLE: 'providerDown',
  UNREACHABLE: 'noResponse',
}

/** The failure of a call that links; without a reply the server did not answer. */
export function linkFailureOf(error: unknown): LinkFailure {
  if (!(error instanceof ApiFailure)) return 'noResponse'
  return BY_CODE[error.code] ?? 'failed'
}
