import { type LegalDocument, PRIVACY_SECTIONS, type PrivacySection } from './legal-text.ts'
import { privacyEnglish } from './privacy-en.ts'
import { privacyKorean } from './privacy-ko.ts'

/** The privacy policy. */
export const privacy: LegalDocument<PrivacySection> = {
  order: PRIVACY_SECTIONS,
  texts: { 'en-US': privacyEnglish, 'ko-KR': privacyKorean },
}
