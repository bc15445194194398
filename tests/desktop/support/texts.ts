/** Texts that the journeys read and click, in both languages. */
export const TEXTS = {
  'en-US': {
    login: 'Login',
    logout: 'Logout',
    signIn: 'Try it here',
    waiting: 'Continue in your browser',
    signedIn: 'You are signed in',
    votes: 'Vote',
    vote: /^(Make a call|Call it)$/,
    up: 'Up',
    ownVote: /^Your call: ▲ Up/,
    notVoted: 'You have not made a call in this round yet',
    guest: 'You are not signed in',
    open: 'Open Tidemark',
    quit: 'Quit Tidemark',
    becameRight: /^Your call is right at this price$/,
  },
  'ko-KR': {
    login: '로그인',
    logout: '로그아웃',
    signIn: '체험용 로그인',
    waiting: '브라우저에서 계속해 주세요',
    signedIn: '로그인했습니다',
    votes: '예측',
    vote: /^예측하기$/,
    up: '상승',
    ownVote: /^내 예측: ▲ 상승/,
    notVoted: '이번 라운드를 아직 예측하지 않았습니다',
    guest: '로그인하지 않았습니다',
    open: '타이드마크 열기',
    quit: '타이드마크 종료',
    becameRight: /^현재 가격이면 예측이 적중합니다$/,
  },
} as const

export type Words = (typeof TEXTS)[keyof typeof TEXTS]
