import type { MainSession } from '#desktop/main/session/main-session.ts'
import type { Handlers } from './handlers.ts'

type SessionCalls =
  | 'session:sign-in'
  | 'session:cancel'
  | 'session:renew'
  | 'session:adopt'
  | 'session:end'

/** What a window may ask of the session. */
export const sessionCalls = (session: MainSession): Pick<Handlers, SessionCalls> => ({
  'session:sign-in': (_caller, locale) => session.signIn(locale),
  'session:cancel': () => {
    session.cancelSignIn()
    return null
  },
  'session:renew': (_caller, used) => session.renew(used),
  'session:adopt': (_caller, accessToken) => {
    session.adopt(accessToken)
    return null
  },
  'session:end': async () => {
    await session.end()
    return null
  },
})
