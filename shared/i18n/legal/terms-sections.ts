/** The sections of the terms of service, in their order. */
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
