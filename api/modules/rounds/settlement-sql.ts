/**
 * SQL of the points of a row of `vote`: the rule `settledPoints` of `shared/rules/offer-value.ts`, which a
 * test compares with it. `outcome` is an SQL expression for the outcome of the vote's round.
 */
export const settledPointsSql = (outcome: string): string =>
  `CASE WHEN ${outcome} = 'void' THEN 0
    WHEN choice = 'unknown' THEN carried
    WHEN choice::text = ${outcome}::text THEN carried + offer_hit
    ELSE carried + offer_miss END`

/** Sets the votes at the close of a row of `round`: nobody votes in a closed round any more. */
export const CLOSE_VOTES = ['up', 'steady', 'down', 'unknown']
  .map(
    (choice) => `close_${choice} = (SELECT coalesce(sum(votes), 0) FROM round_tally
      WHERE round_id = round.id AND choice = '${choice}')`,
  )
  .join(', ')
