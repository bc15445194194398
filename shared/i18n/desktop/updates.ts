import { texts } from '#shared/i18n/text.ts'

/** Texts of "Check for updates" in the desktop app. */
export const updateTexts = texts(
  {
    'update.current': 'This is the newest version.',
    'update.found': 'Version {version} is being downloaded. You will be notified when it is ready.',
    'update.ready': 'Version {version} is ready.',
    'update.readyDetail': 'It is installed when the app restarts, or when you quit it.',
    'update.readyPackage':
      'It is installed when you restart the app here; the system then asks for an administrator’s password.',
    'update.manual': 'Version {version} is available.',
    'update.manualDetail':
      'macOS does not let this copy update itself, because it is not signed. Please download the new version.',
    'update.website': 'Open website',
    'update.failed': 'Could not look for updates.',
    'update.failedDetail': 'Please check your connection and try again later.',
    'update.off': 'Automatic updates are off for this copy.',
    'update.restart': 'Restart now',
    'update.later': 'Later',
    'update.close': 'OK',
  },
  {
    'update.current': '최신 버전을 사용 중입니다.',
    'update.found': '{version} 버전을 내려받고 있습니다. 준비되면 알려 드릴게요.',
    'update.ready': '{version} 버전이 준비되었습니다.',
    'update.readyDetail': '앱을 다시 시작하거나 종료할 때 설치됩니다.',
    'update.readyPackage':
      '여기서 앱을 다시 시작하면 설치됩니다. 시스템이 관리자 암호를 물어봅니다.',
    'update.manual': '{version} 버전이 나왔습니다.',
    'update.manualDetail':
      '이 앱은 서명되지 않아 macOS에서 스스로 업데이트할 수 없습니다. 새 버전을 직접 내려받아 주세요.',
    'update.website': '웹사이트 열기',
    'update.failed': '업데이트를 확인하지 못했습니다.',
    'update.failedDetail': '네트워크 연결을 확인한 뒤 잠시 후 다시 시도해 주세요.',
    'update.off': '이 앱은 자동 업데이트가 꺼져 있습니다.',
    'update.restart': '지금 다시 시작',
    'update.later': '나중에',
    'update.close': '확인',
  },
)
