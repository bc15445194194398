import type { Locale } from '#shared/i18n/locale.ts'
import { cardTexts } from '#shared/i18n/screens/cards.ts'
import { box, type CardElement, type CardNode, shape } from './element.ts'
import { CARD_SIZE, COLORS, MARGIN } from './theme.ts'

/** As in `icon.svg` of the web build. */
const logo = (size: number): CardElement => ({
  type: 'svg',
  props: {
    width: size,
    height: size,
    viewBox: '0 0 32 32',
    children: [
      shape('rect', { width: 32, height: 32, rx: 7, fill: '#0f3d63' }),
      shape('path', {
        d: 'M0 21c4-4 7-4 11 0s7 4 11 0 7-4 10-1v5a7 7 0 0 1-7 7H7a7 7 0 0 1-7-7z',
        fill: '#3f9bd8',
      }),
      shape('path', {
        d: 'M6 8h12M6 13h7',
        stroke: '#fff',
        'stroke-width': 2.5,
        'stroke-linecap': 'round',
      }),
      shape('path', {
        d: 'M25 5v13',
        stroke: '#ffd166',
        'stroke-width': 2.5,
        'stroke-linecap': 'round',
      }),
    ],
  },
})

export interface FrameOptions {
  locale: Locale
  /** Host of the site, shown at the top right. */
  host: string
}

/** A card: the name of the site above its content. */
export function frame({ locale, host }: FrameOptions, ...content: CardNode[]): CardElement {
  const brand = { alignItems: 'center', gap: 16, fontSize: 30, fontWeight: 700 }
  return box(
    {
      ...CARD_SIZE,
      boxSizing: 'border-box',
      flexDirection: 'column',
      padding: `44px ${MARGIN}px 48px`,
      lineHeight: 1.2,
      background: COLORS.page,
      color: COLORS.text,
      fontFamily: 'Card',
      fontWeight: 400,
    },
    box(
      { justifyContent: 'space-between', alignItems: 'center', marginBottom: 36 },
      box(brand, logo(44), cardTexts[locale]['app.name']),
      box({ fontSize: 26, color: COLORS['text-soft'] }, host),
    ),
    ...content,
  )
}

/** A figure with its name above it. */
export function fact(name: string, ...value: CardNode[]): CardElement {
  return box(
    { flexDirection: 'column', gap: 6 },
    box({ fontSize: 24, color: COLORS['text-soft'] }, name),
    box({ fontSize: 36, fontWeight: 700, alignItems: 'center', gap: 12 }, ...value),
  )
}

/** Figures beside each other, across the card. */
export function facts(...children: CardElement[]): CardElement {
  return box({ justifyContent: 'space-between', gap: 32, marginTop: 32 }, ...children)
}
