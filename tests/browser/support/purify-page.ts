import { createSanitizer } from '#shared/html/sanitize.ts'

/** Runs in the browser: the sanitizer of rendered content. */
const sanitize = createSanitizer(window)
const purify = (htmls: readonly string[]) => htmls.map((html) => sanitize(html))

export type Purify = typeof purify
Object.assign(globalThis, { purify })
