import { texts } from '#shared/i18n/text.ts'

/** The texts of offers, on every screen that shows one. */
export const offerTexts = texts(
  {
    'offer.heading': 'Offer',
    // No break inside a figure, wherever the line ends.
    'offer.points': '{hit}\u00a0if\u00a0right · {miss}\u00a0if\u00a0wrong',
    'offer.breakEven': 'pays off above {percent}%',
    'offer.carried': '{points} points carried over',
    'offer.unpriced': 'Unpriced',
    'offer.unpricedWhy': 'No recent price: a call waits for the next one.',
    'offer.none': '0 points',
    'offer.now': 'Offers now',
    'offer.direction': 'Direction',
    'offer.right': 'If right',
    'offer.wrong': 'If wrong',
    'offer.votes': 'Calls',
    'offer.loading': 'Pricing',
    'offer.fixed':
      'Points move with the price. You keep the ones in force when your call is accepted.',
    'offer.accepted': 'Locked in: {offer}',
  },
  {
    'offer.heading': '맞힐 때·틀릴 때',
    'offer.points': '맞히면\u00a0{hit} · 틀리면\u00a0{miss}',
    'offer.breakEven': '손익분기 확률 {percent}%',
    'offer.carried': '이월 {points}점',
    'offer.unpriced': '점수 없음',
    'offer.unpricedWhy': '최근 가격이 없어 다음 가격이 올 때까지 기다립니다.',
    'offer.none': '0점',
    'offer.now': '현재 점수',
    'offer.direction': '방향',
    'offer.right': '맞힐 때',
    'offer.wrong': '틀릴 때',
    'offer.votes': '예측',
    'offer.loading': '점수 계산 중',
    'offer.fixed': '점수는 가격에 따라 바뀝니다. 예측이 접수된 시점의 점수가 적용됩니다.',
    'offer.accepted': '적용 점수: {offer}',
  },
)
