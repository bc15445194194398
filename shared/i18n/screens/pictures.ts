import { texts } from '#shared/i18n/text.ts'

/** Placeholder of a picture that loads on a click. */
export const pictureTexts = texts(
  { 'picture.load': 'Load picture from {host}' },
  { 'picture.load': '{host}의 이미지 불러오기' },
)
