import { texts } from '#shared/i18n/text.ts'

/** The mini ticker, a small window of the desktop app. */
export const miniTexts = texts(
  {
    'mini.title': 'BTC/USDT',
    'mini.simulated': 'Simulated',
    'mini.replay': 'Replayed',
    'mini.closesIn': 'Calls close in',
    'mini.noCall': 'No call in this round yet',
    'mini.guest': 'Not signed in',
    'mini.vote': 'Call',
    'mini.open': 'Open Tidemark',
    'mini.close': 'Close the mini ticker',
  },
  {
    'mini.title': 'BTC/USDT',
    'mini.simulated': '모의 가격',
    'mini.replay': '과거 가격 재생',
    'mini.closesIn': '예측 마감까지',
    'mini.noCall': '이번 라운드 예측 전',
    'mini.guest': '로그인 전',
    'mini.vote': '예측하기',
    'mini.open': '타이드마크 열기',
    'mini.close': '미니 시세창 닫기',
  },
)
