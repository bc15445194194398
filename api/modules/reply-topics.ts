import type { AppEventBus } from '#api/events.ts'
import type { CachedReplies } from '#api/infrastructure/cached-replies.ts'
import type { ReplyCache, ReplySource } from '#api/infrastructure/reply-cache.ts'

/** Changes of cached replies; each has its event. */
export type Topic =
  | 'vote'
  | 'post'
  | 'voteReaction'
  | 'postReaction'
  | 'voteViews'
  | 'postViews'
  | 'nickname'
  | 'moderation'
  | 'round'
  | 'season'
  | 'ranks'

/** The cached replies of the server. */
export type Replies = CachedReplies<Topic>

/** A cached reply, and when it is built again. */
export type Source = ReplySource<Topic>

/** Makes events of all instances change cached replies. */
export function connectReplies(
  bus: Pick<AppEventBus, 'on' | 'onInvalidateAll'>,
  cache: Pick<ReplyCache<Topic>, 'changed' | 'changedAll'>,
): void {
  for (const topic of ['vote', 'post', 'nickname', 'moderation'] as const) {
    bus.on(topic, () => cache.changed(topic))
  }
  for (const topic of ['round', 'season', 'ranks'] as const) {
    bus.on(topic, () => cache.changed(topic))
  }
  bus.on('checkpoint', () => cache.changed('round'))
  bus.on('reaction', ({ kind }) => cache.changed(kind === 'vote' ? 'voteReaction' : 'postReaction'))
  bus.on('views', ({ votes, posts }) => {
    if (votes) cache.changed('voteViews')
    if (posts) cache.changed('postViews')
  })
  bus.onInvalidateAll(() => cache.changedAll())
}
