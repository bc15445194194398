import { type Translate, texts } from '#shared/i18n/text.ts'

/** Application menu, context menu and dialogs. */
export const menuTexts = texts(
  {
    'menu.app': 'Tidemark',
    'menu.about': 'About Tidemark',
    'menu.updates': 'Check for Updates…',
    'menu.login': 'Start at Login',
    'menu.services': 'Services',
    'menu.hide': 'Hide Tidemark',
    'menu.hideOthers': 'Hide Others',
    'menu.showAll': 'Show All',
    'menu.quit': 'Quit Tidemark',

    'menu.file': '&File',
    'menu.write': 'Write a Vote',
    'menu.mini': 'Mini Ticker',
    'menu.pin': 'Keep Main Window on Top',
    'menu.print': 'Print…',
    'menu.close': 'Close Window',

    'menu.edit': '&Edit',
    'menu.undo': 'Undo',
    'menu.redo': 'Redo',
    'menu.cut': 'Cut',
    'menu.copy': 'Copy',
    'menu.paste': 'Paste',
    'menu.pastePlain': 'Paste Without Formatting',
    'menu.selectAll': 'Select All',

    'menu.view': '&View',
    'menu.reload': 'Reload',
    'menu.tools': 'Developer Tools',
    'menu.actualSize': 'Actual Size',
    'menu.zoomIn': 'Zoom In',
    'menu.zoomOut': 'Zoom Out',
    'menu.fullScreen': 'Full Screen',

    'menu.go': '&Go',
    'menu.back': 'Back',
    'menu.forward': 'Forward',
    'menu.home': 'Home',
    'menu.votes': 'Vote',
    'menu.boards': 'Boards',
    'menu.desk': 'Desk',
    'menu.profile': 'Profile',

    'menu.window': '&Window',
    'menu.minimise': 'Minimize',
    'menu.zoom': 'Zoom',
    'menu.front': 'Bring All to Front',

    'menu.help': '&Help',
    'menu.terms': 'Terms of Service',
    'menu.privacy': 'Privacy Policy',
    'menu.log': 'Show Log and Crash Reports',
    'menu.diagnostics': 'Copy Diagnostics',

    'context.noSuggestions': 'No Suggestions',
    'context.learn': 'Add to Dictionary',
    'context.copyLink': 'Copy Link',
    'context.copyImage': 'Copy Image',
    'context.saveImage': 'Save Image…',

    'leave.confirm': 'Leave without saving?',
    'leave.detail': 'What you changed here is not saved yet.',
    'leave.yes': 'Leave',
    'leave.no': 'Stay',

    'about.copyright': 'Copyright © Tidemark',

    'start.failed': 'Tidemark could not start.',
    'start.failedDetail': 'Installing it again may help.',
  },
  {
    'menu.app': '타이드마크',
    'menu.about': '타이드마크 정보',
    'menu.updates': '업데이트 확인…',
    'menu.login': '로그인할 때 시작',
    'menu.services': '서비스',
    'menu.hide': '타이드마크 가리기',
    'menu.hideOthers': '기타 가리기',
    'menu.showAll': '모두 보기',
    'menu.quit': '타이드마크 종료',

    'menu.file': '파일(&F)',
    'menu.write': '투표하기',
    'menu.mini': '미니 시세창',
    'menu.pin': '기본 창을 항상 위에',
    'menu.print': '인쇄…',
    'menu.close': '창 닫기',

    'menu.edit': '편집(&E)',
    'menu.undo': '실행 취소',
    'menu.redo': '다시 실행',
    'menu.cut': '잘라내기',
    'menu.copy': '복사',
    'menu.paste': '붙여넣기',
    'menu.pastePlain': '서식 없이 붙여넣기',
    'menu.selectAll': '모두 선택',

    'menu.view': '보기(&V)',
    'menu.reload': '새로고침',
    'menu.tools': '개발자 도구',
    'menu.actualSize': '실제 크기',
    'menu.zoomIn': '확대',
    'menu.zoomOut': '축소',
    'menu.fullScreen': '전체 화면',

    'menu.go': '이동(&G)',
    'menu.back': '뒤로',
    'menu.forward': '앞으로',
    'menu.home': '홈',
    'menu.votes': '투표',
    'menu.boards': '게시판',
    'menu.desk': '데스크',
    'menu.profile': '프로필',

    'menu.window': '윈도우(&W)',
    'menu.minimise': '최소화',
    'menu.zoom': '확대/축소',
    'menu.front': '모두 앞으로 가져오기',

    'menu.help': '도움말(&H)',
    'menu.terms': '이용약관',
    'menu.privacy': '개인정보처리방침',
    'menu.log': '로그와 오류 보고서 보기',
    'menu.diagnostics': '진단 정보 복사',

    'context.noSuggestions': '추천 단어 없음',
    'context.learn': '사전에 추가',
    'context.copyLink': '링크 복사',
    'context.copyImage': '이미지 복사',
    'context.saveImage': '이미지 저장…',

    'leave.confirm': '저장하지 않고 나가시겠습니까?',
    'leave.detail': '여기에서 바꾼 내용은 아직 저장되지 않았습니다.',
    'leave.yes': '나가기',
    'leave.no': '머무르기',

    'about.copyright': '저작권 © 타이드마크',

    'start.failed': '타이드마크를 시작하지 못했습니다.',
    'start.failedDetail': '다시 설치하면 해결될 수 있습니다.',
  },
)

export type MenuTranslate = Translate<(typeof menuTexts)['en-US']>
