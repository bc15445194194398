import type { SignInFailure } from '#desktop/renderer/platform/platform.ts'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { accountTexts } from '#shared/i18n/screens/account.ts'
import { loginTexts } from '#shared/i18n/screens/login.ts'
import type { ProofPurpose } from '#shared/rules/bound-nonce.ts'

const OWN_TEXTS = {
  failed: 'account.linkFailed',
  cancelled: 'account.linkCancelled',
  taken: 'account.linkTaken',
  limit: 'account.linkLimit',
  reauthenticate: 'account.againFirst',
  otherAccount: 'account.againOther',
} as const
const LOGIN_TEXTS = {
  banned: 'login.banned',
  noResponse: 'login.noResponse',
  timedOut: 'login.timedOut',
  replaced: 'login.replaced',
  providerDown: 'login.providerDown',
  misconfigured: 'login.misconfigured',
  storage: 'login.storage',
} as const satisfies Record<Exclude<SignInFailure, keyof typeof OWN_TEXTS>, string>

const isOwn = (failure: SignInFailure): failure is keyof typeof OWN_TEXTS =>
  Object.hasOwn(OWN_TEXTS, failure)

const isFailure = (value: unknown): value is SignInFailure =>
  typeof value === 'string' &&
  (Object.hasOwn(OWN_TEXTS, value) || Object.hasOwn(LOGIN_TEXTS, value))

/** The result of a link or of a repeated sign-in in a navigation's state, `{link: 'linked'}`; else null. */
export function linkResultOf(
  state: unknown,
  purpose: ProofPurpose = 'link',
): SignInFailure | 'linked' | null {
  const result: unknown = Reflect.get(Object(state), purpose)
  return result === 'linked' || isFailure(result) ? result : null
}

/** The text of a failed link. */
export function useLinkFailureText(): (failure: SignInFailure) => string {
  const t = useTexts(accountTexts)
  const login = useTexts(loginTexts)
  return (failure) => (isOwn(failure) ? t(OWN_TEXTS[failure]) : login(LOGIN_TEXTS[failure]))
}
