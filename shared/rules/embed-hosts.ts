/** A video host whose player may be embedded in a frame. */
export interface EmbedHost {
  /** Origin of the player, in the syntax of a content security policy. */
  origin: string
  /** Host names of the pages that people copy URLs from. */
  pages: readonly string[]
  /** Captures the video's id in the path and query of a page or player URL. */
  id: RegExp
  /** The player's path for an id. */
  player: (id: string) => string
}

/** Embeddable hosts, shared by the video dialog, the sanitizer and `frame-src` of the CSP. */
export const EMBED_HOSTS: readonly EmbedHost[] = [
  {
    origin: 'https://www.youtube-nocookie.com',
    pages: [
      'www.youtube.com',
      'youtube.com',
      'm.youtube.com',
      'youtu.be',
      'www.youtube-nocookie.com',
    ],
    id: /^(?:\/(?:embed|shorts|live|v)\/|\/watch\?(?:[^#]*&)?v=|\/)([\w-]{11})(?:[/?&#]|$)/,
    player: (id) => `/embed/${id}`,
  },
  {
    origin: 'https://player.vimeo.com',
    pages: ['vimeo.com', 'www.vimeo.com', 'player.vimeo.com'],
    id: /^\/(?:video\/|channels\/[\w-]+\/)?(\d{5,12})(?:[/?#]|$)/,
    player: (id) => `/video/${id}`,
  },
  {
    origin: 'https://www.dailymotion.com',
    pages: ['www.dailymotion.com', 'dailymotion.com', 'dai.ly'],
    id: /^\/(?:embed\/)?(?:video\/)?([a-z\d]{6,10})(?:[_/?#]|$)/i,
    player: (id) => `/embed/video/${id}`,
  },
  {
    origin: 'https://tv.naver.com',
    pages: ['tv.naver.com', 'm.tv.naver.com'],
    id: /^\/(?:v|embed)\/(\d{4,12})(?:[/?#]|$)/,
    player: (id) => `/embed/${id}`,
  },
  {
    origin: 'https://tv.kakao.com',
    pages: ['tv.kakao.com', 'play-tv.kakao.com'],
    id: /^\/(?:v|embed\/player\/cliplink|channel\/\d+\/cliplink)\/(\d{4,12})(?:[/?#@]|$)/,
    player: (id) => `/embed/player/cliplink/${id}`,
  },
]

/** The origins for the content security policy's `frame-src`. */
export const EMBED_ORIGINS: readonly string[] = EMBED_HOSTS.map((host) => host.origin)
