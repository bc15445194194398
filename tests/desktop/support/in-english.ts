/**
 * Rows that begin with their locale, for `test.each`: `npm test` runs the English ones, because they
 * stand for the others, and `npm run test:full` all of them.
 */
export const inEnglish = <Row extends readonly [string, ...unknown[]]>(
  rows: readonly Row[],
): Row[] => rows.filter(([locale]) => locale === 'en-US' || process.env.TEST_FULL === '1')
