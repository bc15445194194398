const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)
const mod = isMac ? '⌘' : 'Ctrl'
const alt = isMac ? '⌥' : 'Alt'

/** The keys of each tool, as a person of this system reads them. */
export const KEYS = {
  undo: `${mod}+Z`,
  redo: isMac ? '⌘+Shift+Z' : 'Ctrl+Y',
  bold: `${mod}+B`,
  italic: `${mod}+I`,
  underline: `${mod}+U`,
  strike: `${mod}+Shift+S`,
  superscript: `${mod}+.`,
  subscript: `${mod}+,`,
  clear: `${mod}+\\`,
  bulletList: `${mod}+Shift+8`,
  numberedList: `${mod}+Shift+7`,
  indent: 'Tab',
  outdent: 'Shift+Tab',
  link: `${mod}+K`,
  toolbar: `${alt}+F10`,
  headings: `${mod}+${alt}+1, 2, 3`,
  paragraph: `${mod}+${alt}+0`,
  lineBreak: 'Shift+Enter',
  leave: 'Escape, Tab',
  fullscreen: 'Escape',
  markdown: '#, ##, ###, -, 1., >',
} as const
