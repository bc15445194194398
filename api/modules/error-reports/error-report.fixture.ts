import type { ErrorReport } from '#shared/contract/error-reports.ts'

/** A report of an error of a page. */
export const REPORT: ErrorReport = {
  kind: 'error',
  name: 'TypeError',
  message: "Cannot read properties of undefined (reading 'price')",
  stack: [
    'at cast (https://tidemark.example/assets/vote-a1.js:1:2345)',
    'at async https://tidemark.example/assets/index-b2.js:3:4',
  ].join('\n'),
  route: '/vote/view/:id',
  platform: 'web',
  version: '1.2.3',
  locale: 'ko-KR',
}
