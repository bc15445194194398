import { ApiFailure } from './api-failure.ts'

/** Why an identity was not added to the account, or did not confirm its person, as far as the API's code tells. */
export type LinkFailure =
  | 'taken'
  | 'limit'
  | 'banned'
  | 'providerDown'
  | 'failed'
  | 'noResponse'
  | 'reauthenticate'
  | 'otherAccount'

const BY_CODE: Record<string, LinkFailure> = {
  IDENTITY_TAKEN: 'taken',
  IDENTITY_LIMIT: 'limit',
  BANNED: 'banned',
  REAUTHENTICATE: 'reauthenticate',
  OTHER_ACCOUNT: 'otherAccount',
  PROVIDER_UNAVAILABLE: 'providerDown',
  UNREACHABLE: 'noResponse',
}

/** The failure of a call that links; without a reply the server did not answer. */
export function linkFailureOf(error: unknown): LinkFailure {
  if (!(error instanceof ApiFailure)) return 'noResponse'
  return BY_CODE[error.code] ?? 'failed'
}
