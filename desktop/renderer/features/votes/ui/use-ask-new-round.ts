import { ask } from '#desktop/renderer/components/ask.ts'
import { roundQuery } from '#desktop/renderer/features/votes/api/round-detail.ts'
import { worthNow } from '#desktop/renderer/features/votes/model/offer-of.ts'
import { summaryQuery } from '#desktop/renderer/platform/live/summary-query.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'
import type { VoteChoice } from '#shared/rules/band.ts'
import { usePostWords } from './use-post-words.ts'

/**
 * Asks whether a call is also meant for the round that is live now, with its target and its offer.
 * Answers that target (ISO 8601, UTC), or null for no. Throws ApiFailure.
 */
export function useAskNewRound(): (choice: VoteChoice) => Promise<string | null> {
  const services = useServices()
  const { p, format, worth, direction } = usePostWords()
  return async (choice) => {
    const { queries } = services
    const { target2 } = await queries.fetchQuery({ ...summaryQuery(services), staleTime: 0 })
    const { targetDate } = target2
    const round = await queries.fetchQuery({ ...roundQuery(services, targetDate), staleTime: 0 })
    const agrees = await ask({
      text: p('write.askNew', {
        target: format.date(Date.parse(targetDate)),
        direction: direction(choice),
        offer: worth(worthNow(choice, round)),
      }),
      yes: p('write.askNewYes'),
      no: p('write.askNewNo'),
    })
    return agrees ? targetDate : null
  }
}
