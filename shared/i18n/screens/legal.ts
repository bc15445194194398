import { texts } from '#shared/i18n/text.ts'

export const legalTexts = texts(
  {
    'legal.contents': 'Contents',
    'legal.print': 'Print',
  },
  {
    'legal.contents': '목차',
    'legal.print': '인쇄',
  },
)
