/** The scheme of links into the app, such as `tidemark://vote/view/12`. */
export const LINK_SCHEME = 'tidemark'

/** Longer than any link the product gives out. */
const LONGEST = 256
/** The screens a link may lead to; what is behind them decides for itself who may see it. */
const SCREENS = [
  /^\/$/,
  /^\/(?:vote|boards|profile|donation|terms|privacy)$/,
  /^\/vote\/(?:write|(?:view|edit)\/[1-9]\d{0,9})$/,
  /^\/boards\/(?:frees|notices|suggestions)(?:\/(?:write|(?:view|edit)\/[1-9]\d{0,9}))?$/,
]

/**
 * The path of the interface that a link into the app leads to: that of a known screen, else home.
 * Null when the text is no such link at all.
 */
export function pathOfLink(text: string): string | null {
  const url = URL.parse(text)
  if (url?.protocol !== `${LINK_SCHEME}:`) return null
  if (text.length > LONGEST || url.username || url.password || url.port) return '/'
  const path = `/${url.host}${url.pathname}`.replace(/(?<=.)\/$/, '').replace(/^\/\//, '/')
  return SCREENS.some((screen) => screen.test(path)) ? path : '/'
}
