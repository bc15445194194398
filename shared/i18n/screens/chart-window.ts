import { texts } from '#shared/i18n/text.ts'

/** The chart in a window of its own; desktop app only. */
export const chartWindowTexts = texts(
  {
    'window.title': 'Chart',
    'window.open': 'Open the chart in its own window',
    'window.pin': 'Keep on top of other windows',
  },
  {
    'window.title': '차트',
    'window.open': '차트를 새 창으로 열기',
    'window.pin': '항상 위에 표시',
  },
)
