import type { CustomScheme } from 'electron'
import { APP_SCHEME } from './app-origin.ts'

/**
 * What `app:` may do, registered before the app is ready: it has origins, counts as a secure
 * context, and its scripts are kept compiled. The content policy holds for it as for any page.
 */
export const APP_SCHEME_PRIVILEGES: CustomScheme = {
  scheme: APP_SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
}
