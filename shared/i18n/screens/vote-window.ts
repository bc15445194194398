import { texts } from '#shared/i18n/text.ts'

/** The small window in which a vote from the tray is confirmed; desktop app only. */
export const voteWindowTexts = texts(
  {
    'voteWindow.title': 'Your call',
    'voteWindow.settles': 'Settles {date}',
    'voteWindow.moves':
      'Points move with the price. You keep the ones in force when your call is accepted.',
    'voteWindow.waits': 'No recent price: the call waits for the next one.',
    'voteWindow.waiting': 'Waiting for a price',
    'voteWindow.guest': 'You are signed out. Sign in to make a call.',
    'voteWindow.open': 'Open Tidemark',
    'voteWindow.already': 'You have already made your call in this round.',
    'voteWindow.close': 'Close',
  },
  {
    'voteWindow.title': '예측',
    'voteWindow.settles': '결과 시각 {date}',
    'voteWindow.moves': '점수는 가격에 따라 움직이며, 예측이 접수된 순간의 점수가 적용됩니다.',
    'voteWindow.waits': '최근 가격이 없어 다음 가격이 올 때까지 기다립니다.',
    'voteWindow.waiting': '가격을 기다리는 중',
    'voteWindow.guest': '로그아웃되었습니다. 예측하려면 로그인하세요.',
    'voteWindow.open': '타이드마크 열기',
    'voteWindow.already': '이번 라운드를 이미 예측했습니다.',
    'voteWindow.close': '닫기',
  },
)
