/**
 * Whether person `userId` has called the round of a vote, and it is settled: opens its note also to whoever has
 * no call in the live round. `vote` and `round` are the aliases of the rows.
 */
export const calledSettledRound = (userId: string, vote: string, round: string) =>
  `(${round}.settled_at IS NOT NULL AND EXISTS
    (SELECT FROM vote own WHERE own.user_id = ${userId} AND own.round_id = ${vote}.round_id))`
