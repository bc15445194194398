import type { Source, Topic } from '#api/modules/reply-topics.ts'

/** Age at which a page with a price, or one whose counts have changed, is rendered again. */
const LIVE_MS = 2_000
/** Age up to which readers get a page without changes, but for its price, while it is rendered again. */
const SERVED_MS = 5_000

/** Frequent changes: pages show their effect within LIVE_MS. All others take effect at once. */
const FREQUENT: readonly Topic[] = [
  'vote',
  'voteReaction',
  'postReaction',
  'voteViews',
  'postViews',
]

/** Content of a page, a card or a feed. */
export interface PageContent {
  /** Changes of its content. */
  topics: readonly Topic[]
  /** It shows the price, or the time left. */
  isLive: boolean
}

/** When a page, a card or a feed is rendered again after changes. */
export function pageFreshness({
  topics,
}: PageContent): Pick<Source, 'topics' | 'frequent' | 'servedMs'> {
  return {
    topics: topics.filter((topic) => !FREQUENT.includes(topic)),
    frequent: { topics: topics.filter((topic) => FREQUENT.includes(topic)), every: LIVE_MS },
    servedMs: SERVED_MS,
  }
}

/** Age (ms) at which a page is rendered again without a change. */
export const pageMaxAge = ({ isLive }: PageContent): number =>
  isLive ? LIVE_MS : Number.POSITIVE_INFINITY
