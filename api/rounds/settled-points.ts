/**
 * SQL of the points of a row of `vote`: the rule `settledPoints` of `shared/rules/offer-value.ts`, which a
 * test compares with it. `outcome` is an SQL expression for the outcome of the vote's round.
 */
export const settledPointsSql = (outcome: string): string =>
  `CASE WHEN ${outcome} = 'void' THEN 0
    WHEN choice = 'unknown' THEN carried
    WHEN choice::text = ${outcome}::text THEN carried + offer_hit
    ELSE carried + offer_miss END`
