/** The entry of a page, whose name changes with each build. */
const ENTRY = /<script type="module"[^>]*\ssrc="([^"]+)"/

/**
 * The page without content as it is stored: marked so that it shows the last known data. Throws when it starts
 * none of `files`: during an update another instance, of another build, may have sent it.
 */
export function shellPage(html: string, files: readonly string[]): string {
  const entry = ENTRY.exec(html)?.[1]
  if (entry === undefined || !files.includes(entry)) throw new Error('the page is of another build')
  return html.replace('<head>', '<head><meta name="offline">')
}
