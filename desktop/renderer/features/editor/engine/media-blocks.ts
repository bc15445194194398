import { createBlockSpec } from '@blocknote/core'
import { parseVideoUrl } from '#shared/rules/video-url.ts'

/** The prop value of a missing width or height. */
const NO_SIZE = 0

const parseSize = (element: Element, name: 'width' | 'height') => {
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

function createPicture({ url, alt, caption, width, height }: Picture): HTMLElement {
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

function parsePicture(element: HTMLElement): Picture | undefined {
  if (element.tagName === 'IMG' && element.closest('figure')) return undefined
  if (element.tagName !== 'IMG' && element.tagName !== 'FIGURE') return undefined
  const image = element.tagName === 'IMG' ? element : element.querySelector('img')
  const url = image?.getAttribute('src')
  if (!image || !url) return undefined
  return {
    url,
    alt: image.getAttribute('alt') ?? '',
    caption: element.querySelector('figcaption')?.textContent?.trim() ?? '',
    width: parseSize(image, 'width'),
    height: parseSize(image, 'height'),
  }
}

/** A picture on its own line. */
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
    parse: parsePicture,
    render: ({ props }) => ({ dom: createPicture(props) }),
    toExternalHTML: ({ props }) => ({ dom: createPicture(props) }),
  },
)()

interface Player {
  url: string
  width: number
  height: number
}

function createPlayer({ url, width, height }: Player): HTMLElement {
  const video = parseVideoUrl(url)
  const player = document.createElement(video?.kind === 'embed' ? 'iframe' : 'video')
  if (video) player.src = video.src
  const [shownWidth, shownHeight] =
    video?.kind === 'embed' ? [width || video.width, height || video.height] : [width, height]
  if (shownWidth) player.setAttribute('width', String(shownWidth))
  if (shownHeight) player.setAttribute('height', String(shownHeight))
  return player
}

/** The player in the editor: CSS disables its pointer events, so a click selects the block. */
function createEditorPlayer(props: Player): HTMLElement {
  const player = createPlayer(props)
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

/** A video: the embedded player of a known host, or a media file. */
const video = createBlockSpec(
  {
    type: 'video',
    propSchema: { url: { default: '' }, width: size, height: size },
    content: 'none',
  },
  {
    parse: (element) => {
      if (element.tagName !== 'IFRAME' && element.tagName !== 'VIDEO') return undefined
      const url = parseVideoUrl(element.getAttribute('src') ?? '')?.src
      if (!url) return undefined
      return { url, width: parseSize(element, 'width'), height: parseSize(element, 'height') }
    },
    render: ({ props }) => ({ dom: createEditorPlayer(props) }),
    toExternalHTML: ({ props }) => ({ dom: createPlayer(props) }),
  },
)()

/** The blocks of external media. */
export const mediaBlocks = { image, video }
