import { texts } from '#shared/i18n/text.ts'

/** The own place in a ranking. */
export const ownRankTexts = texts(
  {
    'ranking.you': 'You',
    'ranking.whole': 'Whole ranking',
    'ranking.needed': '{calls} / {min} to rank',
    'ranking.young': 'Ranked from {date}',
    'ranking.none': 'Not ranked',
  },
  {
    'ranking.you': '나',
    'ranking.whole': '전체 순위 보기',
    'ranking.needed': '순위까지 {calls} / {min}',
    'ranking.young': '{date}부터 순위에 표시',
    'ranking.none': '순위 없음',
  },
)
