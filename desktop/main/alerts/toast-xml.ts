import { escapeMarkup } from '#shared/html/escape.ts'

/** Characters that no XML document has; Windows would refuse the notification. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

interface Toast {
  id: string
  title: string
  body: string
  isSilent: boolean
}

/**
 * The XML of a notification on Windows. A click passes its id as `tag`, also to a later run; in the XML that
 * Electron generates it passes nothing (electron#51286).
 */
export function toastXml({ id, title, body, isSilent }: Toast): string {
  const text = (line: string) => `<text>${escapeMarkup(line.replace(FORBIDDEN, ''))}</text>`
  const visual = `<visual><binding template="ToastGeneric">${text(title)}${text(body)}</binding></visual>`
  const audio = isSilent ? '<audio silent="true"/>' : ''
  return `<toast launch="${escapeMarkup(`type=click&tag=${id}`)}">${visual}${audio}</toast>`
}
