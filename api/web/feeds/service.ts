import type { Clock } from '#api/infrastructure/clock.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import { type PreparedReply, prepareText } from '#api/infrastructure/prepared-reply.ts'
import { createGuestReader, type FetchApi } from '#api/web/guest-reader.ts'
import type { Freshness, PageCache } from '#api/web/page-cache.ts'
import { LANGUAGES, pageLocale } from '#api/web/page-locale.ts'
import { FEED_PATHS } from '#shared/rules/feed-paths.ts'
import { periodStart } from '#shared/rules/schedule.ts'
import { atomXml, type Feed } from './atom.ts'
import { roundsCalendar } from './calendar.ts'
import { type FeedSource, readBoardFeed, readRoundsFeed, readUserFeed } from './read-feeds.ts'

interface FeedsDeps extends Pick<FeedSource, 'origin' | 'sanitize'> {
  cache: PageCache
  clock: Pick<Clock, 'now'>
  fetchApi: FetchApi
}

interface FeedKind extends Freshness {
  pattern: RegExp
  read: (source: FeedSource, name: string) => Promise<Omit<Feed, 'url' | 'language'> | null>
}

const POSTS = { isLive: false, topics: ['post', 'nickname', 'moderation'] } as const
const CALLS = { isLive: false, topics: ['vote', 'round', 'nickname', 'moderation'] } as const

const exactly = (path: string) => new RegExp(`^${path.replaceAll('.', '\\.')}$`)

const KINDS: readonly FeedKind[] = [
  {
    ...{ pattern: exactly(FEED_PATHS.notices), ...POSTS },
    read: (source) => readBoardFeed(source, 'notices'),
  },
  {
    ...{ pattern: exactly(FEED_PATHS.suggestions), ...POSTS },
    read: (source) => readBoardFeed(source, 'suggestions'),
  },
  { pattern: exactly(FEED_PATHS.rounds), isLive: false, topics: ['round'], read: readRoundsFeed },
  { pattern: /^\/feed\/u\/([0-9A-Za-z]{6})\.xml$/, ...CALLS, read: readUserFeed },
]

const CALENDAR: Freshness = { isLive: false, topics: [] }

/** Atom feeds and the calendar of rounds: what a guest may read. */
export function createFeeds({ cache, clock, origin, sanitize, fetchApi }: FeedsDeps) {
  const read = createGuestReader(fetchApi)
  const vary = 'Accept-Language, Cookie'

  return {
    points: 1,

    /**
     * Finds the feed of a request: a function that returns the current reply; null for other paths. It
     * rejects with ApiError NOT_FOUND, or PagesBusyError.
     */
    find(request: Request): (() => Promise<PreparedReply>) | null {
      const { pathname } = new URL(request.url)
      const locale = pageLocale(request)
      if (pathname === FEED_PATHS.calendar) {
        const now = clock.now()
        const build = async () => {
          const text = roundsCalendar({ now, locale, origin })
          return prepareText(text, { type: 'text/calendar; charset=utf-8', vary })
        }
        return async () => cache.get(CALENDAR, `${pathname} ${locale} ${periodStart(now)}`, build)
      }
      const kind = KINDS.find(({ pattern }) => pattern.test(pathname))
      if (!kind) return null
      const build = async () => {
        const name = kind.pattern.exec(pathname)?.[1] ?? ''
        const content = await kind.read({ read, locale, origin, sanitize }, name)
        if (!content) throw new ApiError('NOT_FOUND')
        const lang = locale === LANGUAGES.ko ? 'ko' : 'en'
        const url = `${origin}${pathname}?lang=${lang}`
        const xml = atomXml({ ...content, url, page: origin + content.page, language: lang })
        return prepareText(xml, { type: 'application/atom+xml; charset=utf-8', vary })
      }
      return async () => cache.get(kind, `${pathname} ${locale}`, build)
    },
  }
}
