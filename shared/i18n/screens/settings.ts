import { texts } from '#shared/i18n/text.ts'

/** The settings panel. */
export const settingsTexts = texts(
  {
    'settings.title': 'Settings',
    'settings.language': 'Language',
    'settings.theme': 'Theme',
    'theme.system': 'System',
    'theme.light': 'Light',
    'theme.dark': 'Dark',
    'settings.colors': 'Direction colors',
    'colors.question': 'Which colors for up, steady and down?',
    'colors.later': 'You can change this in the settings.',
    'colors.classic': 'Tidemark',
    'colors.korean': 'Korean markets',
    'colors.western': 'Western markets',
    'colors.safe': 'Color-blind safe',
    'settings.pictures': 'Pictures in posts',
    'settings.picturesOnClick': 'Load pictures only on a click',
    'settings.picturesLoad':
      'Pictures come from other servers, which learn your IP address when they load.',
    'settings.privacy': 'Usage statistics',
    'settings.count': 'Share anonymous usage counts',
    'settings.counted':
      'Visits and actions are counted by kind of page and language, with no cookies and nothing about who you are, what you write or what you call. Errors are reported without them, too. Do Not Track is always respected.',
    'settings.reset': 'Reset to defaults',
    'settings.close': 'Close',
  },
  {
    'settings.title': '설정',
    'settings.language': '언어',
    'settings.theme': '테마',
    'theme.system': '시스템',
    'theme.light': '라이트',
    'theme.dark': '다크',
    'settings.colors': '방향 색상',
    'colors.question': '상승·보합·하락을 어떤 색으로 볼까요?',
    'colors.later': '설정에서 언제든지 바꿀 수 있습니다.',
    'colors.classic': '타이드마크',
    'colors.korean': '국내 시장',
    'colors.western': '해외 시장',
    'colors.safe': '색약 배려(파랑·주황)',
    'settings.pictures': '글 속의 이미지',
    'settings.picturesOnClick': '누를 때만 이미지 불러오기',
    'settings.picturesLoad':
      '이미지는 다른 서버에서 오며, 불러올 때 그 서버가 IP 주소를 알게 됩니다.',
    'settings.privacy': '이용 통계',
    'settings.count': '익명 통계 보내기',
    'settings.counted':
      '방문과 클릭을 화면 종류와 언어별로만 셉니다. 쿠키를 쓰지 않으며, 누구인지, 무엇을 쓰고 무엇을 예측했는지는 세지 않습니다. 오류도 이런 정보 없이 보고합니다. 브라우저의 추적 거부 설정은 항상 존중합니다.',
    'settings.reset': '기본값으로 되돌리기',
    'settings.close': '닫기',
  },
)
