import { texts } from '#shared/i18n/text.ts'

/** Texts of the price chart. */
export const chartTexts = texts(
  {
    'chart.label': 'BTC/USDT price chart',
    'chart.views': 'Period',
    'chart.view.short': 'Short',
    'chart.view.medium': 'Medium',
    'chart.view.long': 'Long',
    'chart.viewHint': '{count} hours',
    'chart.loading': 'Loading prices',
    'chart.failed': 'The prices could not be loaded. Trying again.',
    'chart.axis.time': 'Time ({zone})',
    'chart.axis.price': 'USDT',
    'chart.cursor': 'Price by hour',
    'chart.cursorHint':
      'Arrow keys move by one hour, with Shift by six, Page Up and Page Down by a day, Home and End to the ends. Escape hides the cursor.',
    'chart.at': '{price} USDT, {time}',
    'chart.atChange': '{price} USDT, {change} from the reference, {time}',
    'chart.prices':
      '{count} hourly opens, {from} to {to}. First {first}, last {last}, low {low}, high {high} USDT.',
    'chart.closedRound': 'Closed round: reference {reference}, target {target}.',
    'chart.liveRound': 'Open round: reference {reference}, target {target}.',
    'chart.vote': 'This vote: {choice}, reference {reference}, target {target}.',
    'chart.beyond': 'This vote began before the period shown. A longer period may show it.',
    'chart.asText': 'Show as text and table',
    'chart.tableCaption': 'Opening price of each day (00:00 UTC), newest first',
    'chart.tableTime': 'Time',
    'chart.tablePrice': 'Price (USDT)',
  },
  {
    'chart.label': 'BTC/USDT 가격 차트',
    'chart.views': '기간',
    'chart.view.short': '단기',
    'chart.view.medium': '중기',
    'chart.view.long': '장기',
    'chart.viewHint': '{count}시간',
    'chart.loading': '가격을 불러오는 중',
    'chart.failed': '가격을 불러오지 못했습니다. 다시 시도하고 있습니다.',
    'chart.axis.time': '시간 ({zone})',
    'chart.axis.price': 'USDT',
    'chart.cursor': '시간별 가격',
    'chart.cursorHint':
      '화살표 키는 1시간, Shift와 함께 누르면 6시간, Page Up과 Page Down은 하루, Home과 End는 처음과 끝으로 이동합니다. Escape를 누르면 커서가 사라집니다.',
    'chart.at': '{price} USDT, {time}',
    'chart.atChange': '{price} USDT, 기준가 대비 {change}, {time}',
    'chart.prices':
      '{from}부터 {to}까지 1시간 시가 {count}개. 처음 {first}, 마지막 {last}, 최저 {low}, 최고 {high} USDT.',
    'chart.closedRound': '마감된 라운드: 기준가 {reference}, 목표 시각 {target}.',
    'chart.liveRound': '진행 중인 라운드: 기준가 {reference}, 목표 시각 {target}.',
    'chart.vote': '이 예측: {choice}, 기준가 {reference}, 목표 시각 {target}.',
    'chart.beyond': '이 예측은 표시된 기간보다 먼저 시작되었습니다. 더 긴 기간에서 볼 수 있습니다.',
    'chart.asText': '글과 표로 보기',
    'chart.tableCaption': '일별 시가 (00:00 UTC), 최신순',
    'chart.tableTime': '시각',
    'chart.tablePrice': '가격 (USDT)',
  },
)
