import { DAY_MS, MINUTE_MS } from './time.ts'

/** Maximum length of a reply in characters (UTF-16 units), as stored. */
export const REPLY_MAX = 2000

/** Replies of a page of a thread. */
export const REPLY_PAGE = 20

/** Characters of a quoted reply that are shown. */
export const QUOTE_MAX = 200

/** Pause between two replies of one person, ms. */
export const REPLY_PAUSE_MS = 10_000

/** Replies of one person in 24 hours. */
export const REPLIES_A_DAY = 50

/** The same of a newcomer, who may not write links either. */
export const NEWCOMER_REPLIES_A_DAY = 10

/** Times that one person may write the same text in 24 hours. */
export const SAME_TEXT_A_DAY = 2

/** An account is a newcomer's for this time, and until its first settled call, ms. */
export const NEWCOMER_MS = DAY_MS

/** Shortest time between two notices of one thread, ms. */
export const NOTICE_PAUSE_MS = 10 * MINUTE_MS

/** Addresses with a scheme, with `www.`, or with a path. */
const ADDRESS = /\b(?:https?:\/\/|www\.)\S|[\w-]\.[a-z]{2,}\/\S/i
/** Hosts alone, by the endings that are common. Lower case only: a sentence may begin without a space. */
const HOST = /[\w-]\.(?:com|net|org|io|me|kr|gg|xyz|app|co|link|ly|info|biz|ru|cn|jp)(?![\w@])/

/** Whether a text has an address of the web. */
export const hasLink = (text: string): boolean => ADDRESS.test(text) || HOST.test(text)

/**
 * A reply as stored: without control characters, spaces at the ends of lines, and more than one empty line
 * in a row. Empty when nothing can be seen of it.
 */
export function replyText(raw: string): string {
  return raw
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t\u00a0]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
