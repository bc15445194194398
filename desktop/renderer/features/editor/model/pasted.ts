const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Plain text of several lines as paragraphs, one for each line. */
export function textToHtml(text: string): string {
  return text
    .replace(/\n+$/, '')
    .split('\n')
    .map((line) => `<p>${escapeText(line)}</p>`)
    .join('')
}

/**
 * Takes the event handlers out of tags. The sanitiser would drop them too, and nothing runs them; but the
 * browser reports each one that it parses as a breach of the page's policy.
 */
export function withoutHandlers(html: string): string {
  return html.replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/[\s"'/]on[a-z]+\s*=/gi, ' data-no='))
}

/**
 * Takes the colours, sizes and line heights of another page off its HTML, and what only looks like text:
 * here it is to look like the rest. What this editor has copied keeps its own, which it marks.
 */
export function withoutForeignLooks(html: string): string {
  const body = new DOMParser().parseFromString(withoutHandlers(html), 'text/html').body
  for (const hidden of body.querySelectorAll('style, script, title, meta, link')) hidden.remove()
  const isOurs = body.querySelector('[data-style-type], [data-pm-slice]') !== null
  if (!isOurs) {
    for (const element of body.querySelectorAll<HTMLElement>('[style]')) {
      const { textAlign } = element.style
      element.removeAttribute('style')
      if (textAlign) element.style.textAlign = textAlign
    }
  }
  return body.innerHTML
}
