/** A node of the tree that the card renderer (satori) draws: plain data, so that it can cross threads. */
export interface CardElement {
  type: string
  props: {
    style?: Record<string, string | number>
    children?: CardNode[]
    [attribute: string]: unknown
  }
}
export type CardNode = CardElement | string

type Style = Record<string, string | number>

/** A flex box; texts and boxes are its children. */
export function box(style: Style, ...children: CardNode[]): CardElement {
  return { type: 'div', props: { style: { display: 'flex', ...style }, children } }
}

/** A drawing whose viewport has `width` × `height` pixels. */
export function canvas(width: number, height: number, ...shapes: CardElement[]): CardElement {
  const viewBox = `0 0 ${width} ${height}`
  return {
    type: 'svg',
    props: { width, height, viewBox, style: { position: 'absolute' }, children: shapes },
  }
}

/** A shape of a drawing, with its SVG attributes. */
export function shape(type: string, attributes: Record<string, string | number>): CardElement {
  return { type, props: attributes }
}
