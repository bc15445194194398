/** The sections of the privacy policy, in their order. */
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
