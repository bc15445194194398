import type { Locale } from './locale.ts'

/** The texts of one part of the interface, in every language and with the same keys. */
export type Texts<Catalogue extends Record<string, string>> = {
  'en-US': Catalogue
  'ko-KR': Record<keyof Catalogue, string>
}

/** Puts the texts of a part together: English is the type, Korean must have its keys. */
export function texts<const Catalogue extends Record<string, string>>(
  en: Catalogue,
  ko: Record<keyof Catalogue, string>,
): Texts<Catalogue> {
  return { 'en-US': en, 'ko-KR': ko }
}

/** The names in braces of a text: `'Likes: {likes}'` has `likes`. */
type Slots<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Slots<Rest> : never

type Values<Text> = Slots<Text> extends never ? [] : [values: Record<Slots<Text>, string | number>]

/** Answers the text of a key with its slots filled; the compiler holds both to the catalogue. */
export type Translate<Catalogue extends Record<string, string>> = <Key extends keyof Catalogue>(
  key: Key,
  ...values: Values<Catalogue[Key]>
) => string

/** The texts of one part in one language. */
export function translator<Catalogue extends Record<string, string>>(
  of: Texts<Catalogue>,
  locale: Locale,
): Translate<Catalogue> {
  const catalogue = of[locale]
  return (key, ...[values]) => {
    const text = catalogue[key]
    if (!values) return text
    const filled: Record<string, string | number> = values
    return text.replace(/\{(\w+)\}/g, (slot, name: string) => String(filled[name] ?? slot))
  }
}
