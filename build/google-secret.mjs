import { log, SetupError } from './setup/command.mjs'

/**
 * Google's client secret of the desktop app; required, though an installed app cannot protect it.
 * Build input, never in git.
 */
export const googleSecret = process.env.VITE_GOOGLE_DESKTOP_CLIENT_SECRET ?? ''

const MISSING =
  'VITE_GOOGLE_DESKTOP_CLIENT_SECRET is unset although GOOGLE_DESKTOP_CLIENT_ID is set: Google would refuse every sign-in of this app'

/**
 * Google refuses a desktop client without its secret. Warns about a missing one.
 * @param {boolean} isRelease
 * @throws {SetupError} in a release
 */
export function checkGoogleSecret(isRelease) {
  if (googleSecret !== '' || !process.env.GOOGLE_DESKTOP_CLIENT_ID) return
  if (isRelease) throw new SetupError(MISSING)
  log(`warning: ${MISSING}`)
}
