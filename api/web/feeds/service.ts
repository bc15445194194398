import type { Clock } from '#api/infrastructure/clock.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import { prepareText } from '#api/infrastructure/prepared-reply.ts'
import type { Source } from '#api/modules/reply-topics.ts'
import { createGuestReader, type FetchApi } from '#api/web/guest-reader.ts'
import { type PageContent, pageFreshness } from '#api/web/page-freshness.ts'
import { LANGUAGES, pageLocale } from '#api/web/page-locale.ts'
import { createRenderLimit } from '#api/web/render-limit.ts'
import { FEED_PATHS } from '#shared/rules/paths.ts'
import { periodStart } from '#shared/rules/schedule.ts'
import { atomXml, type Feed } from './atom.ts'
import { roundsCalendar } from './calendar.ts'
import { type FeedSource, readBoardFeed, readRoundsFeed, readUserFeed } from './read-feeds.ts'

interface FeedsDeps extends Pick<FeedSource, 'origin' | 'sanitize'> {
  clock: Pick<Clock, 'now'>
  fetchApi: FetchApi
}

interface FeedKind extends PageContent {
  pattern: RegExp
  read: (source: FeedSource, name: string) => Promise<Omit<Feed, 'url' | 'language'> | null>
}

const POSTS = { isLive: false, topics: ['post', 'nickname', 'moderation'] } as const
const CALLS = { isLive: false, topics: ['vote', 'round', 'nickname', 'moderation'] } as const

const exactly = (path: string) => new RegExp(`^${path.replaceAll('.', '\\.')}$`)

const KINDS: readonly FeedKind[] = [
  {
    pattern: exactly(FEED_PATHS.notices),
    ...POSTS,
    read: (source) => readBoardFeed(source, 'notices'),
  },
  {
    pattern: exactly(FEED_PATHS.suggestions),
    ...POSTS,
    read: (source) => readBoardFeed(source, 'suggestions'),
  },
  { pattern: exactly(FEED_PATHS.rounds), isLive: false, topics: ['round'], read: readRoundsFeed },
  { pattern: /^\/feed\/u\/([0-9A-Za-z]{6})\.xml$/, ...CALLS, read: readUserFeed },
]

/** Atom feeds and the calendar of rounds: what a guest may read. */
export function createFeeds({ clock, origin, sanitize, fetchApi }: FeedsDeps) {
  const read = createGuestReader(fetchApi)
  const vary = 'Accept-Language, Cookie'
  const admit = createRenderLimit(clock)

  return {
    points: 1,

    /**
     * The feed that a request asks for; null for other paths. Its build rejects with ApiError NOT_FOUND, or
     * PagesBusyError.
     */
    find(request: Request): Source | null {
      const { pathname } = new URL(request.url)
      const locale = pageLocale(request)
      if (pathname === FEED_PATHS.calendar) {
        return {
          key: `${pathname} ${locale}`,
          topics: [],
          state: () => periodStart(clock.now()),
          build() {
            const text = roundsCalendar({ now: clock.now(), locale, origin })
            return prepareText(text, { type: 'text/calendar; charset=utf-8', vary })
          },
        }
      }
      const kind = KINDS.find(({ pattern }) => pattern.test(pathname))
      if (!kind) return null
      const build: Source['build'] = async (previous) => {
        admit(previous === null)
        const name = kind.pattern.exec(pathname)?.[1] ?? ''
        const content = await kind.read({ read, locale, origin, sanitize }, name)
        if (!content) throw new ApiError('NOT_FOUND')
        const lang = locale === LANGUAGES.ko ? 'ko' : 'en'
        const url = `${origin}${pathname}?lang=${lang}`
        const xml = atomXml({ ...content, url, page: origin + content.page, language: lang })
        return prepareText(xml, { type: 'application/atom+xml; charset=utf-8', vary })
      }
      const key = `${pathname} ${locale}`
      return { key, ...pageFreshness(kind), isOneOfMany: true, build }
    },
  }
}
