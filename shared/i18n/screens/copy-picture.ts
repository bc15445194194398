import { texts } from '#shared/i18n/text.ts'

/** Copying of picture cards. */
export const copyPictureTexts = texts(
  {
    'picture.copy': 'Copy as picture',
    'picture.copied': 'Picture copied.',
    'picture.failed': 'The picture could not be copied.',
  },
  {
    'picture.copy': '그림으로 복사',
    'picture.copied': '그림을 복사했습니다.',
    'picture.failed': '그림을 복사하지 못했습니다.',
  },
)
