import { createBlockSpec } from '@blocknote/core'
import { recogniseVideo } from '#shared/rules/video-url.ts'

/** A width or height in px that is not given. */
const NO_SIZE = 0

const sizeOf = (element: Element, name: 'width' | 'height') => {
  const value = Number(element.getAttribute(name))
  return Number.isInteger(value) && value > 0 && value < 10_000 ? value : NO_SIZE
}

const size = { default: NO_SIZE }

interface Picture {
  url: string
  alt: string
  caption: string
  width: number
  height: number
}

function pictureDom({ url, alt, caption, width, height }: Picture): HTMLElement {
  const image = document.createElement('img')
  image.src = url
  image.alt = alt
  if (width) image.width = width
  if (height) image.height = height
  if (caption === '') return image
  const figure = document.createElement('figure')
  const text = document.createElement('figcaption')
  text.textContent = caption
  figure.append(image, text)
  return figure
}

function readPicture(found: HTMLElement): Picture | undefined {
  if (found.tagName === 'IMG' && found.closest('figure')) return undefined
  if (found.tagName !== 'IMG' && found.tagName !== 'FIGURE') return undefined
  const image = found.tagName === 'IMG' ? found : found.querySelector('img')
  const url = image?.getAttribute('src')
  if (!image || !url) return undefined
  return {
    url,
    alt: image.getAttribute('alt') ?? '',
    caption: found.querySelector('figcaption')?.textContent?.trim() ?? '',
    width: sizeOf(image, 'width'),
    height: sizeOf(image, 'height'),
  }
}

/** A picture on a line of its own. */
const image = createBlockSpec(
  {
    type: 'image',
    propSchema: {
      url: { default: '' },
      alt: { default: '' },
      caption: { default: '' },
      width: size,
      height: size,
    },
    content: 'none',
  },
  {
    parse: readPicture,
    render: ({ props }) => ({ dom: pictureDom(props) }),
    toExternalHTML: ({ props }) => ({ dom: pictureDom(props) }),
  },
)()

interface Player {
  url: string
  width: number
  height: number
}

function playerDom({ url, width, height }: Player): HTMLElement {
  const video = recogniseVideo(url)
  const player = document.createElement(video?.kind === 'embed' ? 'iframe' : 'video')
  if (video) player.src = video.src
  const [shownWidth, shownHeight] =
    video?.kind === 'embed' ? [width || video.width, height || video.height] : [width, height]
  if (shownWidth) player.setAttribute('width', String(shownWidth))
  if (shownHeight) player.setAttribute('height', String(shownHeight))
  return player
}

/** The player as it will be shown; while the text is written it cannot be clicked, only chosen. */
function livePlayer(props: Player): HTMLElement {
  const player = playerDom(props)
  if (player instanceof HTMLVideoElement) {
    player.controls = true
    player.preload = 'metadata'
  } else {
    player.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-presentation')
    player.setAttribute('referrerpolicy', 'strict-origin-when-cross-origin')
    player.setAttribute('loading', 'lazy')
    player.setAttribute('title', props.url)
    player.tabIndex = -1
  }
  return player
}

/** A video: the player of a known host, or a file the browser plays. */
const video = createBlockSpec(
  {
    type: 'video',
    propSchema: { url: { default: '' }, width: size, height: size },
    content: 'none',
  },
  {
    parse: (found) => {
      if (found.tagName !== 'IFRAME' && found.tagName !== 'VIDEO') return undefined
      const url = recogniseVideo(found.getAttribute('src') ?? '')?.src
      if (!url) return undefined
      return { url, width: sizeOf(found, 'width'), height: sizeOf(found, 'height') }
    },
    render: ({ props }) => ({ dom: livePlayer(props) }),
    toExternalHTML: ({ props }) => ({ dom: playerDom(props) }),
  },
)()

/** The blocks that show something from elsewhere. */
export const mediaBlocks = { image, video }
