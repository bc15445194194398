import {
  createBlockSpec,
  createCodeBlockSpec,
  parsePreCode,
  parsePreCodeContent,
} from '@blocknote/core'

const NO_LANGUAGE = 'text'

// Tab belongs to the whole editor, which knows what it means where.
const base = createCodeBlockSpec({ indentLineWithTab: false })

/** Code: plain text whose line ends and tabs are kept. The language stands where content may keep it. */
export const codeBlock = createBlockSpec(
  { type: 'codeBlock', propSchema: { language: { default: NO_LANGUAGE } }, content: 'plain' },
  {
    meta: { code: true, defining: true, isolating: false },
    parse: (found) => {
      if (found.tagName !== 'PRE') return undefined
      const language = found.getAttribute('data-language') ?? parsePreCode(found)?.language
      return { language: language || NO_LANGUAGE }
    },
    parseContent: ({ el, schema }) => {
      const pre = document.createElement('pre')
      const code = document.createElement('code')
      code.textContent = el.textContent
      pre.append(code)
      return parsePreCodeContent({ el: pre, schema }, 'codeBlock')
    },
    render: () => {
      const dom = document.createElement('pre')
      const contentDOM = document.createElement('code')
      dom.append(contentDOM)
      return { dom, contentDOM }
    },
    toExternalHTML: ({ props }) => {
      const dom = document.createElement('pre')
      const contentDOM = document.createElement('code')
      if (props.language !== NO_LANGUAGE) dom.dataset.language = props.language
      dom.append(contentDOM)
      return { dom, contentDOM }
    },
  },
  base.extensions,
)()
