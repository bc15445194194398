import type { SignInFailure } from '#desktop/renderer/platform/platform.ts'
import type { AttemptKind } from '#desktop/renderer/platform/redirect-sign-in.ts'

/** Purpose of the buttons. */
export interface SignInPurpose {
  kind: AttemptKind
  /** Path to show after a redirect. */
  returnTo: string
  /** Called when it succeeded without a redirect. */
  onDone: () => void
  onFailure: (failure: SignInFailure | null) => void
}
