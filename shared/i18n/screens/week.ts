import { texts } from '#shared/i18n/text.ts'

/** The line of the last seven days on a round's card. */
export const weekTexts = texts(
  {
    'week.label': 'Last 7 days: low {low}, high {high}. The band of ±5 % is from {down} to {up}.',
    'week.entry': 'Your entry: {price}',
  },
  {
    'week.label': '최근 7일: 최저 {low}, 최고 {high}. ±5% 구간은 {down} ~ {up}입니다.',
    'week.entry': '내 접수 가격: {price}',
  },
)
