/**
 * Characters that show nothing: controls, format characters (bidi overrides, zero-width), lone
 * surrogates, private use, and the fillers that look like a letter to a program (Hangul fillers, the
 * Braille blank, the object replacement character editors leave behind).
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800\ufffc]/gu
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800\ufffc]/u

/** `text` without the characters that show nothing. Plain spaces stay; tabs and line ends go. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '')
}

/** Whether at least one character of `text` can be seen. */
export function hasVisible(text: string): boolean {
  return VISIBLE.test(text)
}
