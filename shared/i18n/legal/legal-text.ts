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

/** Sections of the privacy policy in order. */
export const PRIVACY_SECTIONS = [
  'scope',
  'collected',
  'purposes',
  'public',
  'analytics',
  'storage',
  'others',
  'retention',
  'transfers',
  'security',
  'rights',
  'children',
  'changes',
  'contact',
] as const
export type PrivacySection = (typeof PRIVACY_SECTIONS)[number]

/** Sections of the terms in order. */
export const TERMS_SECTIONS = [
  'service',
  'accounts',
  'votes',
  'points',
  'prices',
  'writing',
  'conduct',
  'moderation',
  'donations',
  'availability',
  'liability',
  'ending',
  'changes',
  'law',
  'contact',
] as const
export type TermsSection = (typeof TERMS_SECTIONS)[number]
