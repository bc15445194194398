import { texts } from '#shared/i18n/text.ts'

/** The details of a round. */
export const roundTexts = texts(
  {
    'modal.title.live': 'Open round',
    'modal.title.closed': 'Closed round',
    'modal.currentTime': 'Current time',
    'modal.currentPrice': 'Current price',
    'modal.targetDate': 'Target date',
    'modal.countdown': 'Time left',
    'modal.referenceTime': 'Reference time',
    'modal.referenceTimeValue': '09:00 (UTC+9)',
    'modal.referencePrice': 'Reference price',
    'modal.between': '{low} to {high}',
    'modal.current': 'Current',
    'modal.status': 'Vote status',
    'modal.close': 'Close',
    'modal.bands': 'Price bands',
  },
  {
    'modal.title.live': '진행 중인 라운드',
    'modal.title.closed': '마감된 라운드',
    'modal.currentTime': '현재 시각',
    'modal.currentPrice': '현재 가격',
    'modal.targetDate': '목표 시각',
    'modal.countdown': '남은 시간',
    'modal.referenceTime': '기준 시각',
    'modal.referenceTimeValue': '09:00 (UTC+9)',
    'modal.referencePrice': '기준가',
    'modal.between': '{low} ~ {high}',
    'modal.current': '현재 구간',
    'modal.status': '투표 상태',
    'modal.close': '닫기',
    'modal.bands': '가격 구간',
  },
)
