import type { Locale } from '#shared/i18n/locale.ts'

/** A paragraph, or the items of a list. */
export type Block = string | readonly string[]

export interface LegalSection {
  heading: string
  blocks: readonly Block[]
}

/** A legal text in one language; section names are equal in all languages. */
export interface LegalText<Name extends string> {
  title: string
  /** Effective date as displayed. */
  dated: string
  /** Summary in a few sentences. */
  lead: string
  sections: Record<Name, LegalSection>
}

/** A legal text in all languages with the order of its sections; section names are the anchors. */
export interface LegalDocument<Name extends string = string> {
  order: readonly Name[]
  texts: Record<Locale, LegalText<Name>>
}
