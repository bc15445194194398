import { texts } from '#shared/i18n/text.ts'

/** The notice while nothing new arrives. */
export const offlineTexts = texts(
  {
    mayBeOld: '{state}. What you see may be old.',
    asOf: '{state} · as of {time}',
    age: ' ({ago})',
  },
  {
    mayBeOld: '{state}입니다. 화면의 내용이 오래되었을 수 있습니다.',
    asOf: '{state} · {time} 기준',
    age: '({ago})',
  },
)
