/**
 * Details of a test that is one row of a matrix: with `isRepetition`, only `npm run test:full` runs it,
 * because another row stands for it in `npm test`.
 */
export const fullIf = (isRepetition: boolean): { tag?: string } =>
  isRepetition ? { tag: '@full' } : {}
