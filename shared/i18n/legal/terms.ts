import type { LegalDocument } from './legal-text.ts'
import { termsEnglish } from './terms-en.ts'
import { termsKorean } from './terms-ko.ts'
import { TERMS_SECTIONS, type TermsSection } from './terms-sections.ts'

/** The terms of service. */
export const terms: LegalDocument<TermsSection> = {
  order: TERMS_SECTIONS,
  texts: { 'en-US': termsEnglish, 'ko-KR': termsKorean },
}
