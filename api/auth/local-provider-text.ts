import type { LocalIdentityFault } from './local-identity.ts'

export type PageLanguage = 'en' | 'ko'

interface PageText {
  title: string
  intro: string
  label: string
  hint: string
  submit: string
  cancel: string
  faults: Record<LocalIdentityFault, string>
  expiredTitle: string
  expired: string
}

/** Every word of the embedded provider's pages. */
export const pageText: Record<PageLanguage, PageText> = {
  en: {
    title: 'Sign in to Tidemark',
    intro: 'Google sign-in is not set up on this computer, so a name is enough.',
    label: 'Your name',
    hint: 'An e-mail address works too. The same name is always the same account.',
    submit: 'Sign in',
    cancel: 'Cancel',
    faults: {
      empty: 'Please enter a name.',
      'too-long': 'Use at most 64 characters.',
      unusable: 'Use a name with letters or digits, or a complete e-mail address.',
    },
    expiredTitle: 'This sign-in cannot continue',
    expired: 'It has expired or was not started properly. Go back to Tidemark and sign in again.',
  },
  ko: {
    title: 'Tidemark 로그인',
    intro: '이 컴퓨터에는 Google 로그인이 설정되어 있지 않아 이름만으로 로그인합니다.',
    label: '이름',
    hint: '이메일 주소를 입력해도 됩니다. 같은 이름은 항상 같은 계정입니다.',
    submit: '로그인',
    cancel: '취소',
    faults: {
      empty: '이름을 입력해 주세요.',
      'too-long': '64자 이하로 입력해 주세요.',
      unusable: '글자나 숫자가 있는 이름 또는 올바른 이메일 주소를 입력해 주세요.',
    },
    expiredTitle: '로그인을 계속할 수 없습니다',
    expired: '만료되었거나 올바르게 시작되지 않았습니다. Tidemark로 돌아가 다시 로그인해 주세요.',
  },
}

/**
 * The language of a page: the first supported of `uiLocales` (space separated, OpenID Connect Core
 * 3.1.2.1), else the browser's preference, else English.
 */
export function pageLanguage(uiLocales: unknown, accepted: string | false): PageLanguage {
  const wished = typeof uiLocales === 'string' ? uiLocales.split(' ') : []
  for (const tag of [...wished, accepted || 'en']) {
    const [language] = tag.toLowerCase().split('-')
    if (language === 'ko' || language === 'en') return language
  }
  return 'en'
}
