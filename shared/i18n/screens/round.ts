import { texts } from '#shared/i18n/text.ts'

/** The details of a round. */
export const roundTexts = texts(
  {
    'modal.title.live': 'Open round',
    'modal.title.closed': 'Closed round',
    'modal.currentTime': 'Current time',
    'modal.currentPrice': 'Current price',
    'modal.settles': 'Settles',
    'modal.countdown': 'Time left',
    'modal.referenceTime': 'Reference time',
    'modal.referenceTimeValue': '09:00 (UTC+9)',
    'modal.referencePrice': 'Reference price',
    'modal.between': '{low} to {high}',
    'modal.current': 'Current',
    'modal.status': 'Status',
    'modal.close': 'Close',
    'modal.bands': 'Price bands',
    'modal.rule':
      'Settled by the open of the hourly candle at that time: Up above +5% of the reference price, Down below −5%, Steady within ±5%.',
    'modal.rules': 'All rules',
    'modal.vote': 'Make a call',
  },
  {
    'modal.title.live': '접수 중인 라운드',
    'modal.title.closed': '마감된 라운드',
    'modal.currentTime': '현재 시각',
    'modal.currentPrice': '현재 가격',
    'modal.settles': '결과 시각',
    'modal.countdown': '남은 시간',
    'modal.referenceTime': '기준 시각',
    'modal.referenceTimeValue': '09:00 (UTC+9)',
    'modal.referencePrice': '기준가',
    'modal.between': '{low} ~ {high}',
    'modal.current': '현재 구간',
    'modal.status': '상태',
    'modal.close': '닫기',
    'modal.bands': '가격 구간',
    'modal.rule':
      '결과 시각에 열리는 1시간 봉의 시가로 결과를 확정합니다. 기준가의 +5%를 초과하면 상승, −5% 미만이면 하락, ±5% 이내면 보합입니다.',
    'modal.rules': '전체 규칙',
    'modal.vote': '예측하기',
  },
)
