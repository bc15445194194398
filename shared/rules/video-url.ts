import { EMBED_HOSTS } from './embed-hosts.ts'

/** Size of an embedded video, CSS pixels. */
export const VIDEO_WIDTH = 640
export const VIDEO_HEIGHT = 360

export type Video =
  /** A player in a frame; `src` is its canonical URL. */
  | { kind: 'embed'; src: string; width: number; height: number }
  /** A file for the `<video>` element. */
  | { kind: 'file'; src: string }

const VIDEO_FILE = /\.(?:mp4|ogg|ogv|webm)$/i

/** Like links, an address without a scheme is one of the web. */
function parseUrl(text: string): URL | null {
  const hasScheme = /^[a-z][a-z\d+.-]*:/i.test(text)
  const whole = hasScheme ? text : `https://${text.replace(/^\/\//, '')}`
  return URL.canParse(whole) ? new URL(whole) : null
}

/**
 * Parses the URL of a video: a page or player of a known host (YouTube, Vimeo, Dailymotion, Naver TV,
 * Kakao TV), or an mp4, ogg or webm file over https; null for anything else. Idempotent on player URLs.
 */
export function parseVideoUrl(typed: string): Video | null {
  const url = parseUrl(typed.trim())
  if (url === null) return null
  if (url.username !== '' || url.password !== '' || url.port !== '') return null
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  const host = EMBED_HOSTS.find(({ pages }) => pages.includes(url.hostname))
  const id = host?.id.exec(url.pathname + url.search)?.[1]
  if (host && id !== undefined) {
    const src = host.origin + host.player(id)
    return { kind: 'embed', src, width: VIDEO_WIDTH, height: VIDEO_HEIGHT }
  }
  if (url.protocol === 'https:' && VIDEO_FILE.test(url.pathname)) {
    return { kind: 'file', src: url.href }
  }
  return null
}
