import { withoutInvisible } from './invisible.ts'

/** The longest nickname, counted in code points, so an emoji of one code point counts once. */
export const NICKNAME_MAX = 20

export type NicknameError = 'NICKNAME_EMPTY' | 'NICKNAME_TOO_LONG' | 'NICKNAME_SAME'
export type NicknameCheck = { ok: true; nickname: string } | { ok: false; code: NicknameError }

/**
 * The nickname as it is stored: every run of white space one space, none at the ends, invisible
 * characters (controls, bidi overrides, zero-width, Hangul fillers) removed, composed to NFC.
 */
export function cleanNickname(raw: string): string {
  // JavaScript counts the byte order mark as white space; it is invisible, so it goes.
  const visible = withoutInvisible(raw.replace(/[^\S\ufeff]+/g, ' '))
  return visible.normalize('NFC').replace(/ +/g, ' ').trim()
}

/** Cleans `raw` and judges it against the rules and the `current` nickname. */
export function checkNickname(raw: string, current: string): NicknameCheck {
  const nickname = cleanNickname(raw)
  if (nickname === '') return { ok: false, code: 'NICKNAME_EMPTY' }
  if (nickname === current) return { ok: false, code: 'NICKNAME_SAME' }
  if ([...nickname].length > NICKNAME_MAX) return { ok: false, code: 'NICKNAME_TOO_LONG' }
  return { ok: true, nickname }
}

/** The nickname a new user starts with: the given name, cleaned and cut, else `trader-` and the code. */
export function firstNickname(givenName: string | undefined, uniqueCode: string): string {
  const cut = [...cleanNickname(givenName ?? '')].slice(0, NICKNAME_MAX).join('').trim()
  return cut === '' ? `trader-${uniqueCode}` : cut
}
