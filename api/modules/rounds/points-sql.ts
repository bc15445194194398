import { MIN_ACCOUNT_AGE_MS, SEASON_MIN_CALLS } from '#shared/rules/season.ts'
import { HOUR_MS } from '#shared/rules/time.ts'

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

/** SQL: the season of an instant, as `seasonOf` of `shared/rules/season.ts`. */
export const seasonSql = (instant: string) => `to_char(${instant} AT TIME ZONE 'UTC', 'YYYY"Q"Q')`

/** SQL: when user `u` is ranked in seasons, as `rankedSince` of `shared/rules/season.ts`. */
export const RANKED_SINCE = `greatest(u.created + interval '${MIN_ACCOUNT_AGE_MS / HOUR_MS} hours',
  u.ranks_from)`

/** SQL: order of the ranking of a season over `season_stats` `s`. The id makes it total. */
export const SEASON_ORDER = 's.points DESC, s.calls DESC, s.first_vote_at, s.user_id'

/** SQL: people of season `$1` with enough calls whose accounts are open, without regard to their age. */
export const SEASON_MEMBERS = `season_stats s JOIN user_account u ON u.id = s.user_id
  WHERE s.season = $1 AND s.calls >= ${SEASON_MIN_CALLS}
    AND u.banned_at IS NULL AND u.erased_at IS NULL`
