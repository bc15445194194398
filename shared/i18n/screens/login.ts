import { texts } from '#shared/i18n/text.ts'

/** The login screen. */
export const loginTexts = texts(
  {
    'login.title': 'Login',
    'login.lead': 'Sign in to make calls, write and react.',
    'login.local': 'Try it here',
    'login.localHint': 'For trying Tidemark out on this computer: a name is enough.',
    'login.consent':
      'By signing in you accept the Terms of Service and confirm that you are 13 or older (in Korea 14 or older).',
    'login.home': 'Back to Home',
    'login.already': 'You are logged in as {nickname}.',
    'login.failed': 'Login failed. Please try again.',
    'login.banned': 'This account is closed for breaking the rules.',
    'login.bannedAppeal':
      'If you think this is a mistake, write from the email address of your account to',
    'login.cancelled': 'The login was canceled.',
    'login.noResponse': 'The server did not answer. Please try again in a moment.',
    'login.timedOut': 'Sign-in timed out in your browser. Please try again.',
    'login.replaced': 'This login ended because another one was begun.',
    'login.providerDown': 'The sign-in provider did not answer. Please try again in a moment.',
    'login.misconfigured':
      'This sign-in is not set up correctly. Please tell the operator of this site.',
    'login.storage':
      'This browser does not let the site store anything. Allow that in its settings to sign in.',
    'login.heldUp': 'Your login cannot be checked right now. It is tried again by itself.',
    'login.google': 'Sign in with Google',
    'login.noneInApp': 'This server offers no sign-in for the app. Please use its website.',
    'login.google.loading': 'Loading the Google button',
    'login.google.blocked':
      'The Google sign-in could not be loaded. A blocker or the network may be in the way.',
    'login.browser.waiting': 'Continue in your browser',
    'login.browser.hint': 'The login page has been opened there. Come back here when you are done.',
    'login.browser.again': 'Open the browser again',
    'login.browser.cancel': 'Cancel',
  },
  {
    'login.title': '로그인',
    'login.lead': '로그인하면 예측하고, 글을 쓰고, 반응을 남길 수 있습니다.',
    'login.local': '체험용 로그인',
    'login.localHint':
      '이 컴퓨터에서 타이드마크를 써 보기 위한 로그인입니다. 이름만 있으면 됩니다.',
    'login.consent':
      '로그인하면 이용약관에 동의하고 만 13세 이상(대한민국은 만 14세 이상)임을 확인하는 것으로 봅니다.',
    'login.home': '홈으로 돌아가기',
    'login.already': '{nickname} 님으로 로그인되어 있습니다.',
    'login.failed': '로그인에 실패했습니다. 다시 시도해 주세요.',
    'login.banned': '약관 위반으로 이용이 정지된 계정입니다.',
    'login.bannedAppeal': '이의가 있으면 계정의 이메일 주소로 다음 주소에 문의해 주세요:',
    'login.cancelled': '로그인을 취소했습니다.',
    'login.noResponse': '서버가 응답하지 않습니다. 잠시 후 다시 시도해 주세요.',
    'login.timedOut': '브라우저에서 로그인 시간이 지났습니다. 다시 시도해 주세요.',
    'login.replaced': '다른 로그인이 시작되어 이 로그인은 끝났습니다.',
    'login.providerDown': '로그인 서비스가 응답하지 않습니다. 잠시 후 다시 시도해 주세요.',
    'login.misconfigured': '이 로그인은 설정이 올바르지 않습니다. 사이트 운영자에게 알려 주세요.',
    'login.storage':
      '이 브라우저에서는 사이트가 데이터를 저장할 수 없습니다. 로그인하려면 브라우저 설정에서 저장을 허용해 주세요.',
    'login.heldUp': '지금은 로그인 상태를 확인할 수 없습니다. 자동으로 다시 시도합니다.',
    'login.google': 'Google로 로그인',
    'login.noneInApp': '이 서버는 앱에서 로그인할 수 없습니다. 웹사이트를 이용해 주세요.',
    'login.google.loading': 'Google 버튼을 불러오는 중',
    'login.google.blocked':
      'Google 로그인을 불러오지 못했습니다. 차단 프로그램이나 네트워크 때문일 수 있습니다.',
    'login.browser.waiting': '브라우저에서 계속해 주세요',
    'login.browser.hint':
      '로그인 페이지를 브라우저에 열었습니다. 로그인을 마치면 여기로 돌아오세요.',
    'login.browser.again': '브라우저 다시 열기',
    'login.browser.cancel': '취소',
  },
)
