import { texts } from '#shared/i18n/text.ts'

/** Notices of the desktop app above its screens. */
export const desktopTexts = texts(
  {
    'tokenStorage.locked':
      'The keychain of this computer is locked. A login lasts until the app is closed.',
    'tokenStorage.unavailable':
      'This computer has no keychain for the app to use. A login lasts until the app is closed.',
    'update.ready': 'Version {version} is ready.',
    'update.install': 'Restart to update',
    'update.failed': 'The update could not be installed. It is tried again when the app is closed.',
  },
  {
    'tokenStorage.locked':
      '이 컴퓨터의 키체인이 잠겨 있습니다. 로그인은 앱을 종료할 때까지만 유지됩니다.',
    'tokenStorage.unavailable':
      '이 컴퓨터에서 쓸 수 있는 키체인이 없습니다. 로그인은 앱을 종료할 때까지만 유지됩니다.',
    'update.ready': '새 버전이 준비되었습니다: {version}',
    'update.install': '다시 시작하여 업데이트',
    'update.failed': '업데이트를 설치하지 못했습니다. 앱을 종료할 때 다시 시도합니다.',
  },
)

/** Find in page, in the desktop app. */
export const findTexts = texts(
  {
    'find.label': 'Find in page',
    'find.count': '{current} of {count}',
    'find.none': 'Not found',
    'find.previous': 'Previous match',
    'find.next': 'Next match',
    'find.close': 'Close',
  },
  {
    'find.label': '페이지에서 찾기',
    'find.count': '{current} / {count}',
    'find.none': '없음',
    'find.previous': '이전 결과',
    'find.next': '다음 결과',
    'find.close': '닫기',
  },
)
