import { texts } from '#shared/i18n/text.ts'

/** The offer to install the site, and the notice of a new version. */
export const installationTexts = texts(
  {
    'install.offer': 'Install Tidemark as an app?',
    'install.detail': 'It opens in a window of its own and also starts without a connection.',
    'install.ios': 'Tap Share, then Add to Home Screen.',
    'install.act': 'Install',
    'update.ready': 'A new version is available. Drafts are kept.',
    'update.reload': 'Reload',
  },
  {
    'install.offer': '타이드마크를 앱으로 설치할까요?',
    'install.detail': '별도의 창에서 열리고, 연결이 없어도 시작됩니다.',
    'install.ios': '공유를 누른 뒤 ‘홈 화면에 추가’를 고르세요.',
    'install.act': '설치',
    'update.ready': '새 버전이 있습니다. 초안은 보관됩니다.',
    'update.reload': '새로고침',
  },
)
