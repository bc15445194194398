import { en, type TextKey } from './en.ts'
import { ko } from './ko.ts'
import type { Locale } from './locale.ts'

const CATALOGUES: Record<Locale, Record<TextKey, string>> = { 'en-US': en, 'ko-KR': ko }

/** The names in braces of a text: `'Likes: {likes}'` has `likes`. */
type Slots<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Slots<Rest>
  : never

type Values<Key extends TextKey> =
  Slots<(typeof en)[Key]> extends never
    ? []
    : [values: Record<Slots<(typeof en)[Key]>, string | number>]

/** Answers the text of a key with its slots filled; the compiler holds both to the catalogue. */
export type Translate = <Key extends TextKey>(key: Key, ...values: Values<Key>) => string

/** The texts of one language. */
export function translator(locale: Locale): Translate {
  const catalogue = CATALOGUES[locale]
  return (key, ...[values]) => {
    const text = catalogue[key]
    if (!values) return text
    const filled: Record<string, string | number> = values
    return text.replace(/\{(\w+)\}/g, (slot, name: string) => String(filled[name] ?? slot))
  }
}
