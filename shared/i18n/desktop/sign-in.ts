import { texts } from '#shared/i18n/text.ts'

/** Final pages of a desktop sign-in, shown in the system browser. */
export const signInTexts = texts(
  {
    'signIn.signedIn.title': 'You are signed in',
    'signIn.signedIn.text': 'Go back to Tidemark. You can close this tab.',
    'signIn.cancelled.title': 'The sign-in was cancelled',
    'signIn.cancelled.text': 'Nothing was changed. You can close this tab and go back to Tidemark.',
    'signIn.timedOut.title': 'The sign-in took too long',
    'signIn.timedOut.text': 'Close this tab, go back to Tidemark and sign in again.',
    'signIn.replaced.title': 'A newer sign-in has begun',
    'signIn.replaced.text': 'Close this tab and finish the sign-in that you began last.',
    'signIn.banned.title': 'This account is closed',
    'signIn.banned.text': 'Close this tab and go back to Tidemark, which says how to appeal.',
    'signIn.failed.title': 'The sign-in did not succeed',
    'signIn.failed.text': 'Close this tab, go back to Tidemark and try again.',
    'signIn.noResponse.title': 'The server did not answer',
    'signIn.noResponse.text': 'Close this tab, go back to Tidemark and try again in a moment.',
    'signIn.notOurs.title': 'This address belongs to no sign-in',
    'signIn.notOurs.text':
      'The answer was not used. If you are signing in to Tidemark, go on in the tab that it opened.',
  },
  {
    'signIn.signedIn.title': '로그인했습니다',
    'signIn.signedIn.text': '타이드마크로 돌아가세요. 이 탭은 닫아도 됩니다.',
    'signIn.cancelled.title': '로그인을 취소했습니다',
    'signIn.cancelled.text': '바뀐 것은 없습니다. 이 탭을 닫고 타이드마크로 돌아가세요.',
    'signIn.timedOut.title': '로그인 시간이 지났습니다',
    'signIn.timedOut.text': '이 탭을 닫고 타이드마크에서 다시 로그인해 주세요.',
    'signIn.replaced.title': '새 로그인이 시작되었습니다',
    'signIn.replaced.text': '이 탭을 닫고 마지막에 시작한 로그인을 계속해 주세요.',
    'signIn.banned.title': '이용이 정지된 계정입니다',
    'signIn.banned.text': '이 탭을 닫고 타이드마크로 돌아가면 이의 제기 방법을 볼 수 있습니다.',
    'signIn.failed.title': '로그인하지 못했습니다',
    'signIn.failed.text': '이 탭을 닫고 타이드마크에서 다시 시도해 주세요.',
    'signIn.noResponse.title': '서버가 응답하지 않습니다',
    'signIn.noResponse.text': '이 탭을 닫고 잠시 후 타이드마크에서 다시 시도해 주세요.',
    'signIn.notOurs.title': '진행 중인 로그인의 주소가 아닙니다',
    'signIn.notOurs.text':
      '이 응답은 사용하지 않았습니다. 타이드마크에 로그인하는 중이라면 앱이 연 탭에서 계속해 주세요.',
  },
)
