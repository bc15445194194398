import { hasVisible } from '#shared/rules/is-blank.ts'
import { textLines } from '#shared/rules/text-lines.ts'
import { escapeSerialized } from './escape.ts'

const CONTROL = /[^\P{Cc}\t\n]/u

/**
 * Removes what cannot be stored: lone surrogates and control characters (PostgreSQL rejects U+0000, HTML
 * cannot represent the others); line ends become `\n`.
 */
export function storable(text: string): string {
  if (!CONTROL.test(text) && text.isWellFormed()) return text
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '')
}

/** A plain text as HTML that shows the same lines. */
export const linesAsHtml = (text: string): string =>
  text === '' ? '' : `<p>${text.split('\n').map(escapeSerialized).join('<br>')}</p>`

/** The text of any HTML as paragraphs, without a parser; the fallback for rejected markup. */
export function plainParagraphs(html: string): string {
  let paragraphs = ''
  for (const line of textLines(html)) {
    if (hasVisible(line)) paragraphs += `<p>${escapeSerialized(storable(line).trim())}</p>`
  }
  return paragraphs
}
