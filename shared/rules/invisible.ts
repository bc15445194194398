/**
 * Invisible characters: controls, format characters (bidi overrides, zero-width), lone surrogates,
 * private use, and fillers that Unicode classifies as letters or symbols (Hangul fillers, the Braille
 * blank, the object replacement character that editors leave behind).
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800\ufffc]/gu
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800\ufffc]/u

/** Removes invisible characters, tabs and line ends included; spaces stay. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '')
}

/** Whether `text` has at least one visible character. */
export function hasVisible(text: string): boolean {
  return VISIBLE.test(text)
}
