import { texts } from '#shared/i18n/text.ts'

/** Find in page, in the desktop app. */
export const findTexts = texts(
  {
    'find.label': 'Find in page',
    'find.count': '{current} of {count}',
    'find.none': 'Not found',
    'find.previous': 'Previous match',
    'find.next': 'Next match',
    'find.close': 'Close',
  },
  {
    'find.label': '페이지에서 찾기',
    'find.count': '{current} / {count}',
    'find.none': '없음',
    'find.previous': '이전 결과',
    'find.next': '다음 결과',
    'find.close': '닫기',
  },
)
