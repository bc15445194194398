import { texts } from './text.ts'

/**
 * Directions with their levels and the state of the price: what windows, tray and alerts all name.
 * `direction.ts` puts a direction and its level together.
 */
export const marketTexts = texts(
  {
    'app.name': 'Tidemark',
    'direction.up': 'Up',
    'direction.steady': 'Steady',
    'direction.down': 'Down',
    'direction.unknown': 'Unknown',
    'level.up': 'above {price}',
    'level.steady': '{low} to {high}',
    'level.down': 'below {price}',
    'share.up': 'above +5%',
    'share.steady': 'within ±5%',
    'share.down': 'below −5%',
    'standing.right': 'right at this price',
    'standing.needs': 'needs {move} ({price})',
    'price.none': 'No price yet',
    'price.live': 'Real-time',
    'price.delayed': 'Delayed',
    'price.stale': 'Stale',
    'price.simulated': 'Simulated prices',
    'price.replay': 'Replayed prices',
    'link.badge': 'Offline',
    'link.failing': 'Server error',
  },
  {
    'app.name': '타이드마크',
    'direction.up': '상승',
    'direction.steady': '보합',
    'direction.down': '하락',
    'direction.unknown': '모름',
    'level.up': '{price} 초과',
    'level.steady': '±5% 이내({low}~{high})',
    'level.down': '{price} 미만',
    'share.up': '+5% 초과',
    'share.steady': '±5% 이내',
    'share.down': '−5% 미만',
    'standing.right': '현재 가격이면 적중',
    'standing.needs': '적중까지 {move} ({price})',
    'price.none': '아직 가격이 없습니다',
    'price.live': '실시간',
    'price.delayed': '약간 지연',
    'price.stale': '갱신 지연',
    'price.simulated': '모의 가격',
    'price.replay': '과거 가격 재생',
    'link.badge': '오프라인',
    'link.failing': '서버 오류',
  },
)
