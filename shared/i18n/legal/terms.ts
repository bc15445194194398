import { type LegalDocument, TERMS_SECTIONS, type TermsSection } from './legal-text.ts'
import { termsEnglish } from './terms-en.ts'
import { termsKorean } from './terms-ko.ts'

/** The terms of service. */
export const terms: LegalDocument<TermsSection> = {
  order: TERMS_SECTIONS,
  texts: { 'en-US': termsEnglish, 'ko-KR': termsKorean },
}
