import { createStyleSpec, defaultStyleSpecs } from '@blocknote/core'
import { isNamedColour } from '#desktop/renderer/features/editor/model/palette.ts'
import { fontSizeOf } from '#desktop/renderer/features/editor/model/sizes.ts'

type Property = 'color' | 'backgroundColor' | 'fontSize'

function styled(tag: 'span' | 'sup' | 'sub', property?: Property, value?: string) {
  const dom = document.createElement(tag)
  if (property && value) dom.style[property] = value
  return { dom, contentDOM: dom }
}

/** A named colour is drawn by the style sheet, in a shade for the theme; another one as it is. */
const colour = <const Type extends string>(type: Type, property: 'color' | 'backgroundColor') =>
  createStyleSpec(
    { type, propSchema: 'string' },
    {
      render: (value) => styled('span', property, isNamedColour(value) ? undefined : value),
      parse: (element) =>
        element.tagName === 'SPAN' ? element.style[property] || undefined : undefined,
    },
  )

const raised = <const Type extends string>(type: Type, tag: 'sup' | 'sub') =>
  createStyleSpec(
    { type, propSchema: 'boolean' },
    {
      render: () => styled(tag),
      parse: (element) => (element.localName === tag ? true : undefined),
    },
  )

const fontSize = createStyleSpec(
  { type: 'fontSize', propSchema: 'string' },
  {
    render: (value) => styled('span', 'fontSize', `${value}px`),
    parse: (element) =>
      element.tagName === 'SPAN' ? (fontSizeOf(element.style.fontSize) ?? undefined) : undefined,
  },
)

/** Every style a piece of text can have. */
export const styleSpecs = {
  bold: defaultStyleSpecs.bold,
  italic: defaultStyleSpecs.italic,
  underline: defaultStyleSpecs.underline,
  strike: defaultStyleSpecs.strike,
  code: defaultStyleSpecs.code,
  textColor: colour('textColor', 'color'),
  backgroundColor: colour('backgroundColor', 'backgroundColor'),
  fontSize,
  superscript: raised('superscript', 'sup'),
  subscript: raised('subscript', 'sub'),
}
