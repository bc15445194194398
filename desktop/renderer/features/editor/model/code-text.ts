const LINE_ENDS =
  /<\/(?:p|h[1-6]|li|ul|ol|blockquote|pre|table|tbody|thead|tr|td|th|figure)>|<(?:ul|ol|table|tbody|thead|tr)\b[^>]*>|<hr>/g

/** Stored HTML with a block on each line, to be read by a person. */
export function toCode(html: string): string {
  return html.replace(LINE_ENDS, (tag) => `${tag}\n`).trimEnd()
}

/** HTML as a person has written it without the line ends between blocks. */
export function fromCode(html: string): string {
  return html.replace(new RegExp(`(${LINE_ENDS.source})\\n+`, 'g'), '$1')
}
