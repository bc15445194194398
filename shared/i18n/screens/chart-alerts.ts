import { texts } from '#shared/i18n/text.ts'

/** Price alerts on the chart. */
export const chartAlertTexts = texts(
  {
    'alert.name': 'Price alert',
    'alert.at': 'Alert at {price}',
    'alert.hint':
      'Arrow keys move it, with Shift by ten steps. Enter saves, Escape puts it back, Delete removes it.',
    'alert.menu': 'Price alerts',
    'alert.add': 'Alert at {price}',
    'alert.added': 'Alert at {price}',
    'alert.moved': 'Alert moved to {price}',
    'alert.all': 'All alerts',
    'alert.signIn': 'Sign in to be alerted',
  },
  {
    'alert.name': '가격 알림',
    'alert.at': '{price} 알림',
    'alert.hint':
      '화살표 키로 옮기고 Shift와 함께 누르면 열 칸씩 움직입니다. Enter를 누르면 저장되고 Escape를 누르면 제자리로 돌아가며 Delete를 누르면 지워집니다.',
    'alert.menu': '가격 알림',
    'alert.add': '{price}에 알림 받기',
    'alert.added': '{price}에 알려 드립니다.',
    'alert.moved': '{price}에 알리도록 바꿨습니다.',
    'alert.all': '모든 알림',
    'alert.signIn': '로그인하고 알림 받기',
  },
)
