import { hasVisible } from '#shared/rules/invisible.ts'
import { textLines } from '#shared/rules/text-lines.ts'

/**
 * Text as it may enter storage: well-formed, line ends `\n`, no control characters (PostgreSQL refuses
 * U+0000, and HTML cannot write the others).
 */
export function storable(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '')
}

function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\u00a0', '&nbsp;')
}

/** The text of any HTML as plain paragraphs, without parsing it: what is left of content not worth parsing. */
export function plainParagraphs(html: string): string {
  let paragraphs = ''
  for (const line of textLines(html)) {
    if (hasVisible(line)) paragraphs += `<p>${escapeText(storable(line).trim())}</p>`
  }
  return paragraphs
}
