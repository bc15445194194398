/** The build that a page of the site belongs to: the path of its entry, which changes with every file. */
export const buildOf = (html: string): string | null =>
  /\/assets\/index-[\w-]+\.js/.exec(html)?.[0] ?? null
