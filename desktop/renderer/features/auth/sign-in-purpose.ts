import type { SignInFailure } from '#desktop/renderer/platform/platform.ts'

/** A sign-in, or a link of another identity to the account that is signed in. */
export interface SignInPurpose {
  isLink: boolean
  /** Path to show after a redirect. */
  returnTo: string
  /** Called when it succeeded without a redirect. */
  onDone: () => void
  onFailure: (failure: SignInFailure | null) => void
}
