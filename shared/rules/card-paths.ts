/** Addresses of the picture cards of links, and the patterns that match them. */
export const cardPaths = {
  /** The card of pages without one of their own. */
  site: { path: '/cards/site.png', pattern: /^\/cards\/site\.png$/ },
  /** The card of the round that starts on a UTC day, `2026-11-19`. */
  round: {
    path: (day: string) => `/cards/rounds/${day}.png`,
    pattern: /^\/cards\/rounds\/(\d{4}-\d\d-\d\d)\.png$/,
  },
  /** The card of a vote, by id. */
  call: {
    path: (id: string) => `/cards/calls/${id}.png`,
    pattern: /^\/cards\/calls\/([1-9]\d{0,8})\.png$/,
  },
  /** The card of a person, by unique code. */
  user: {
    path: (code: string) => `/cards/people/${code}.png`,
    pattern: /^\/cards\/people\/([0-9A-Za-z]{6})\.png$/,
  },
} as const
