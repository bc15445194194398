import type { LegalDocument } from './legal-text.ts'
import { privacyEnglish } from './privacy-en.ts'
import { privacyKorean } from './privacy-ko.ts'
import { PRIVACY_SECTIONS, type PrivacySection } from './privacy-sections.ts'

/** The privacy policy. */
export const privacy: LegalDocument<PrivacySection> = {
  order: PRIVACY_SECTIONS,
  texts: { 'en-US': privacyEnglish, 'ko-KR': privacyKorean },
}
