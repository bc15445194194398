/** A sign-in cannot go on, and trying again in a moment would not help. Its words hold no secret. */
export class SignInRefusal extends Error {
  override readonly name = 'SignInRefusal'
}
