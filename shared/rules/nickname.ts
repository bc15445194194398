import { withoutInvisible } from './is-blank.ts'
import { isReservedName } from './reserved-names.ts'

/** Maximum length in code points, so that an emoji of one code point counts once. */
export const NICKNAME_MAX = 20

export type NicknameError =
  | 'NICKNAME_EMPTY'
  | 'NICKNAME_TOO_LONG'
  | 'NICKNAME_SAME'
  | 'NICKNAME_UNREADABLE'
  | 'NICKNAME_RESERVED'
export type NicknameCheck = { ok: true; nickname: string } | { ok: false; code: NicknameError }

/**
 * Characters that Unicode calls visible and fonts draw blank, marks without a letter, and more than two
 * marks in a row, which cover the lines above.
 */
const UNREADABLE = /[\u{13441}\u{13442}\u{16fe4}\u{1d159}]|(?:^| )\p{M}|\p{M}{3}/u

/**
 * The nickname as stored: white space collapsed and trimmed, invisible characters (controls, bidi
 * overrides, zero-width, Hangul fillers) removed, normalized to NFC.
 */
export function cleanNickname(raw: string): string {
  // The byte order mark matches \s; exclude it so that it is removed as invisible.
  const visible = withoutInvisible(raw.replace(/[^\S\ufeff]+/g, ' '))
  return visible.normalize('NFC').replace(/ +/g, ' ').trim()
}

/** Cleans `raw` and validates it; it must differ from the `current` nickname. */
export function checkNickname(raw: string, current: string): NicknameCheck {
  const nickname = cleanNickname(raw)
  if (nickname === '') return { ok: false, code: 'NICKNAME_EMPTY' }
  if (nickname === current) return { ok: false, code: 'NICKNAME_SAME' }
  if ([...nickname].length > NICKNAME_MAX) return { ok: false, code: 'NICKNAME_TOO_LONG' }
  if (UNREADABLE.test(nickname)) return { ok: false, code: 'NICKNAME_UNREADABLE' }
  if (isReservedName(nickname)) return { ok: false, code: 'NICKNAME_RESERVED' }
  return { ok: true, nickname }
}

/** First nickname of a new user: the given name, cleaned and truncated, if allowed, else `trader-` + code. */
export function firstNickname(givenName: string | undefined, uniqueCode: string): string {
  const cut = [...cleanNickname(givenName ?? '')].slice(0, NICKNAME_MAX).join('').trim()
  const check = checkNickname(cut, '')
  return check.ok ? check.nickname : `trader-${uniqueCode}`
}
