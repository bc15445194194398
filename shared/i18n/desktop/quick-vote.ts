import { texts } from '#shared/i18n/text.ts'

/** Voting from the tray. */
export const quickVoteTexts = texts(
  {
    'quick.ask': 'Call {mark} {direction} for {date}?',
    'quick.points':
      '{hit} if right · {miss} if wrong. Points move with the price. You keep the ones in force when your vote is accepted.',
    'quick.waits': 'No recent price: the call waits for the next one.',
    'quick.waiting': 'Waiting for a price',
    'quick.waitingFor': 'No recent price: {mark} {direction} waits for the next one.',
    'quick.unpriced': 'No recent price: this call would earn no points.',
    'quick.unpricedYes': 'Vote without points',
    'quick.unpricedNo': 'Not yet',
    'quick.vote': 'Vote',
    'quick.cancel': 'Cancel',
    'quick.close': 'Close',
    'quick.saved': 'Vote saved: {mark} {direction}',
    'quick.lockedIn': 'Locked in: {hit} if right · {miss} if wrong',
    'quick.savedUnpriced': 'Accepted without a recent price: earns no points.',
    'quick.already': 'You have already voted in this round.',
    'quick.changed': 'The round has changed meanwhile. Nothing was saved.',
    'quick.failed': 'The vote could not be saved. Please try again.',
  },
  {
    'quick.ask': '{date} 목표로 {mark} {direction}에 투표할까요?',
    'quick.points':
      '맞히면 {hit} · 틀리면 {miss}. 점수는 가격에 따라 움직이며, 투표가 접수된 순간의 점수가 적용됩니다.',
    'quick.waits': '최근 가격이 없어 다음 가격이 올 때까지 기다립니다.',
    'quick.waiting': '가격을 기다리는 중',
    'quick.waitingFor': '최근 가격이 없어 {mark} {direction} 예측이 다음 가격을 기다리고 있습니다.',
    'quick.unpriced': '최근 가격이 없어 이 예측은 점수를 받을 수 없습니다.',
    'quick.unpricedYes': '점수 없이 투표',
    'quick.unpricedNo': '나중에',
    'quick.vote': '투표',
    'quick.cancel': '취소',
    'quick.close': '닫기',
    'quick.saved': '투표가 저장되었습니다: {mark} {direction}',
    'quick.lockedIn': '적용 점수: 맞히면 {hit} · 틀리면 {miss}',
    'quick.savedUnpriced': '최근 가격 없이 접수되어 점수가 없습니다.',
    'quick.already': '이번 라운드에 이미 투표했습니다.',
    'quick.changed': '그 사이 라운드가 바뀌었습니다. 저장된 것은 없습니다.',
    'quick.failed': '투표를 저장하지 못했습니다. 다시 시도해 주세요.',
  },
)
