/** Addresses of the Atom feeds and of the calendar. */
export const FEED_PATHS = {
  notices: '/feed/notices.xml',
  suggestions: '/feed/suggestions.xml',
  /** Closed rounds with the roots of their receipts. */
  rounds: '/feed/rounds.xml',
  calendar: '/rounds.ics',
} as const

/** The feed of a person's calls, by unique code. */
export const userFeedPath = (code: string) => `/feed/u/${code}.xml`
