import { texts } from '#shared/i18n/text.ts'

/** Dialog after a second crash of a window, and notice after crashes of the GPU process. */
export const crashTexts = texts(
  {
    'crash.title': 'This window stopped working',
    'crash.detail':
      'It was loaded again and stopped again. Drafts are kept; what happened is in the log.',
    'crash.retry': 'Try again',
    'crash.close': 'Close the window',
    'crash.gpu': 'Hardware acceleration is off',
    'crash.gpuDetail':
      'The graphics driver failed three times. From the next start on the app does without it; the settings turn it on again.',
  },
  {
    'crash.title': '이 창이 작동을 멈췄습니다',
    'crash.detail':
      '다시 불러왔지만 또 멈췄습니다. 작성 중인 글은 보관되어 있으며, 자세한 내용은 로그에 있습니다.',
    'crash.retry': '다시 시도',
    'crash.close': '창 닫기',
    'crash.gpu': '하드웨어 가속을 껐습니다',
    'crash.gpuDetail':
      '그래픽 드라이버가 세 번 멈췄습니다. 다음 시작부터 하드웨어 가속 없이 실행되며, 설정에서 다시 켤 수 있습니다.',
  },
)
