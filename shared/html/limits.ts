/** The longest stored content, in characters (UTF-16 units) of sanitised HTML. */
export const CONTENT_MAX = 32_767

/** The longest content that is parsed at all, before sanitising; longer input keeps only its text. */
export const RAW_CONTENT_MAX = 65_536
