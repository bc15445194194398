import { texts } from '#shared/i18n/text.ts'

export const legalTexts = texts(
  {
    'legal.contents': 'Contents',
    'legal.print': 'Print',
    'legal.licenses': 'Licenses of the software in this site',
  },
  {
    'legal.contents': '목차',
    'legal.print': '인쇄',
    'legal.licenses': '이 사이트에 쓰인 소프트웨어의 라이선스',
  },
)
