import { RAW_CONTENT_MAX } from '#shared/html/limits.ts'
import { plainParagraphs, storable } from '#shared/html/plain.ts'
import type { Sanitise } from '#shared/html/sanitise.ts'

/** Reads the libraries (about a second and 70 MB), which is why nothing here is imported at the top. */
async function load(): Promise<Sanitise> {
  const [{ JSDOM }, { createSanitizer }, { isTooComplex }] = await Promise.all([
    import('jsdom'),
    import('#shared/html/sanitise.ts'),
    import('./complexity.ts'),
  ])
  const clean = createSanitizer(new JSDOM('').window)
  return (html) => (isTooComplex(html) ? plainParagraphs(html) : clean(html))
}

/** Typed text as the editor exports it: paragraphs and line breaks, nothing to decode. Already clean. */
const PLAIN_NOTE = /^(?:<p>(?:[^<>&\u00a0]|<br>)*<\/p>)+$/

let loading: Promise<Sanitise> | undefined

/** Loads the sanitiser ahead of the first request; call it soon after the start. Later calls are free. */
export async function warm(): Promise<void> {
  loading ??= load()
  await loading
}

/**
 * The content as it may be stored: the shared policy on the server's own DOM. Content without a tag, or of
 * plain paragraphs only, needs no DOM (1 µs against 330 µs) and gives the same as with it. Content too large or too tangled to parse safely is reduced to
 * its text in paragraphs. The result may still be longer than CONTENT_MAX; the caller checks that.
 */
export async function sanitise(html: string): Promise<string> {
  const text = storable(html)
  if (!text.includes('<')) return text.trim()
  if (text.length <= RAW_CONTENT_MAX && PLAIN_NOTE.test(text)) return text
  loading ??= load()
  const clean = await loading
  return clean(text)
}
