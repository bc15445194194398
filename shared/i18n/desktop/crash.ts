import { texts } from '#shared/i18n/text.ts'

/** Dialog after a second crash of a window. */
export const crashTexts = texts(
  {
    'crash.title': 'This window stopped working',
    'crash.detail':
      'It was loaded again and stopped again. Drafts are kept; what happened is in the log.',
    'crash.retry': 'Try again',
    'crash.close': 'Close the window',
  },
  {
    'crash.title': '이 창이 작동을 멈췄습니다',
    'crash.detail':
      '다시 불러왔지만 또 멈췄습니다. 작성 중인 글은 보관되어 있으며, 자세한 내용은 로그에 있습니다.',
    'crash.retry': '다시 시도',
    'crash.close': '창 닫기',
  },
)
