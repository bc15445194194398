import { createStyleSpec, defaultStyleSpecs } from '@blocknote/core'
import { isNamedColor, parseFontSize } from './style-values.ts'

type Property = 'color' | 'backgroundColor' | 'fontSize'

function createStyled(tag: 'span' | 'sup' | 'sub', property?: Property, value?: string) {
  const dom = document.createElement(tag)
  if (property && value) dom.style[property] = value
  return { dom, contentDOM: dom }
}

/** The style sheet renders a named color; any other becomes an inline style. */
const color = <const Type extends string>(type: Type, property: 'color' | 'backgroundColor') =>
  createStyleSpec(
    { type, propSchema: 'string' },
    {
      render: (value) => createStyled('span', property, isNamedColor(value) ? undefined : value),
      parse: (element) =>
        element.tagName === 'SPAN' ? element.style[property] || undefined : undefined,
    },
  )

const raised = <const Type extends string>(type: Type, tag: 'sup' | 'sub') =>
  createStyleSpec(
    { type, propSchema: 'boolean' },
    {
      render: () => createStyled(tag),
      parse: (element) => (element.localName === tag ? true : undefined),
    },
  )

const fontSize = createStyleSpec(
  { type: 'fontSize', propSchema: 'string' },
  {
    render: (value) => createStyled('span', 'fontSize', `${value}px`),
    parse: (element) =>
      element.tagName === 'SPAN' ? (parseFontSize(element.style.fontSize) ?? undefined) : undefined,
  },
)

/** The styles of inline text. */
export const styleSpecs = {
  bold: defaultStyleSpecs.bold,
  italic: defaultStyleSpecs.italic,
  underline: defaultStyleSpecs.underline,
  strike: defaultStyleSpecs.strike,
  code: defaultStyleSpecs.code,
  textColor: color('textColor', 'color'),
  backgroundColor: color('backgroundColor', 'backgroundColor'),
  fontSize,
  superscript: raised('superscript', 'sup'),
  subscript: raised('subscript', 'sub'),
}
