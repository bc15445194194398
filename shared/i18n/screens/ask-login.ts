import { texts } from '#shared/i18n/text.ts'

/** The question to a guest before something that only members may do. */
export const askLoginTexts = texts(
  {
    'login.confirm': 'Login is required. Would you like to login?',
    'login.no': 'Not now',
  },
  {
    'login.confirm': '로그인이 필요합니다. 로그인하시겠습니까?',
    'login.no': '나중에',
  },
)
