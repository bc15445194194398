/** Maximum length of stored, sanitized HTML, UTF-16 code units. */
export const CONTENT_MAX = 32_767

/** Maximum length of HTML that is parsed; longer input is reduced to its text. */
export const RAW_CONTENT_MAX = 65_536
