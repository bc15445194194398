import type { Locale } from './locale.ts'

/** Texts of one part of the interface, by locale, with the same keys. */
export type Texts<Catalog extends Record<string, string>> = {
  'en-US': Catalog
  'ko-KR': Record<keyof Catalog, string>
}

/** Combines catalogs: English defines the keys, Korean must have all of them. */
export function texts<const Catalog extends Record<string, string>>(
  en: Catalog,
  ko: Record<keyof Catalog, string>,
): Texts<Catalog> {
  return { 'en-US': en, 'ko-KR': ko }
}

/** Placeholder names of a text: `'Likes: {likes}'` has `likes`. */
type Placeholders<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

type Values<Text> =
  Placeholders<Text> extends never ? [] : [values: Record<Placeholders<Text>, string | number>]

/** Returns the text of a key with its placeholders filled; both are checked at compile time. */
export type Translate<Catalog extends Record<string, string>> = <Key extends keyof Catalog>(
  key: Key,
  ...values: Values<Catalog[Key]>
) => string

/** The translate function of one catalog and locale. */
export function translator<Catalog extends Record<string, string>>(
  of: Texts<Catalog>,
  locale: Locale,
): Translate<Catalog> {
  const catalog = of[locale]
  return (key, ...[values]) => {
    const text = catalog[key]
    if (!values) return text
    const filled: Record<string, string | number> = values
    return text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
      String(filled[name] ?? placeholder),
    )
  }
}
