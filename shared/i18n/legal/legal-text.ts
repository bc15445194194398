import type { Locale } from '#shared/i18n/locale.ts'

/** A paragraph, or the items of a list. */
export type Block = string | readonly string[]

export interface LegalSection {
  heading: string
  blocks: readonly Block[]
}

/** A legal text in one language; its sections have the same names in every language. */
export interface LegalText<Name extends string> {
  title: string
  /** From when on it holds, as the page says it. */
  dated: string
  /** What it comes down to, in a few sentences. */
  lead: string
  sections: Record<Name, LegalSection>
}

/** A legal text in every language, and the order of its sections, whose names are also their anchors. */
export interface LegalDocument<Name extends string = string> {
  order: readonly Name[]
  texts: Record<Locale, LegalText<Name>>
}
