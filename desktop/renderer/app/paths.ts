/** Every path of the site that has a screen. */
export const PATHS = {
  home: '/',
  login: '/login',
  loginCallback: '/login/callback',
} as const
