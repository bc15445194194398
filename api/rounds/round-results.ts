/** Sets the votes at the close of a row of `round`: nobody votes in a closed round any more. */
export const CLOSE_VOTES = ['up', 'steady', 'down', 'unknown']
  .map(
    (choice) => `close_${choice} = (SELECT coalesce(sum(votes), 0) FROM round_tally
      WHERE round_id = round.id AND choice = '${choice}')`,
  )
  .join(', ')
