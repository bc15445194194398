import { texts } from '#shared/i18n/text.ts'

/** The question before a dialog drops a text. */
export const formDialogTexts = texts(
  {
    'discard.text': 'Discard what you have typed?',
    'discard.yes': 'Discard',
    'discard.no': 'Keep writing',
  },
  {
    'discard.text': '입력한 내용을 지울까요?',
    'discard.yes': '지우기',
    'discard.no': '계속 쓰기',
  },
)
